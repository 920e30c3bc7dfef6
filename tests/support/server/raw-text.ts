import { openDB } from 'idb'

/** Everything that IndexedDB, Cache Storage and localStorage contain, each byte as one character. */
export async function rawText(local: object): Promise<string> {
  return [await databases(), await cachedResponses(), JSON.stringify(Object.entries(local))].join('\n')
}

async function databases(): Promise<string> {
  const texts: string[] = []
  for (const { name } of await indexedDB.databases()) {
    const db = await openDB(name ?? '')
    for (const store of db.objectStoreNames) {
      const values: unknown[] = [...(await db.getAllKeys(store)), ...(await db.getAll(store))]
      texts.push(...(await Promise.all(values.map(textOf))))
    }
    db.close()
  }
  return texts.join('\n')
}
async function cachedResponses(): Promise<string> {
  const texts: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const copy = await cache.match(request)
      const headers = JSON.stringify([...(copy?.headers ?? [])])
      texts.push(request.url, headers, latin(new Uint8Array((await copy?.arrayBuffer()) ?? new ArrayBuffer())))
    }
  }
  return texts.join('\n')
}

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** A stored value as text, including the bytes that it contains. */
async function textOf(value: unknown): Promise<string> {
  if (value instanceof Uint8Array) return latin(value)
  if (value instanceof Blob) return latin(new Uint8Array(await value.arrayBuffer()))
  if (typeof value !== 'object' || value === null) return String(value)
  const parts = Object.entries(value).map(async ([name, part]) => `${name}: ${await textOf(part)}`)
  return (await Promise.all(parts)).join('\n')
}
