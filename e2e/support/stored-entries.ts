import type { Page } from '@playwright/test'

/**
 * Changes every kept entry of the device, in the database and in its copy, as another version of the app would have
 * written it. To be called on a page of the origin that is not the app.
 * @param set fields that get another value
 * @param drop fields that are taken away
 */
async function rewriteStored(
  page: Page,
  set: Readonly<Record<string, unknown>>,
  drop: readonly string[],
): Promise<void> {
  await page.evaluate(
    async ({ set, drop }) => {
      const rewritten = (entry: object) =>
        Object.fromEntries(Object.entries({ ...entry, ...set }).filter(([name]) => !drop.includes(name)))
      const finished = (request: IDBRequest | IDBTransaction) =>
        new Promise((resolve, reject) => {
          request.onerror = reject
          if (request instanceof IDBTransaction) request.oncomplete = resolve
          else request.onsuccess = resolve
        })
      const databases = (await indexedDB.databases()).flatMap(({ name }) =>
        name?.startsWith('haulyard-outbox-') ? [name] : [],
      )
      for (const name of databases) {
        const opening = indexedDB.open(name)
        await finished(opening)
        const transaction = opening.result.transaction('entries', 'readwrite')
        const entries = transaction.objectStore('entries')
        const all = entries.getAll()
        all.onsuccess = () => {
          for (const entry of all.result) entries.put(rewritten(entry))
        }
        await finished(transaction)
        opening.result.close()
      }
      for (const name of (await caches.keys()).filter((one) => one.startsWith('outbox-mirror-'))) {
        const mirror = await caches.open(name)
        for (const request of await mirror.keys()) {
          const copy = await mirror.match(request)
          if (copy?.headers.get('content-type') !== 'application/json') continue
          const text = JSON.stringify(rewritten(await copy.json()))
          await mirror.put(request, new Response(text, { headers: copy.headers }))
        }
      }
    },
    { set, drop },
  )
}

/** See `rewriteStored`: takes fields away, as a version wrote it that did not have them yet. */
export function dropStoredFields(page: Page, fields: readonly string[]): Promise<void> {
  return rewriteStored(page, {}, fields)
}

/** See `rewriteStored`: gives fields another value. */
export function changeStored(page: Page, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return rewriteStored(page, fields, [])
}

/**
 * Takes every kept entry and its copy off the device, and the witness too, as if they had never been: only that numbers
 * were given is still known. To be called on a page of the origin that is not the app.
 */
export async function loseStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('haulyard-outbox-') ? [name] : [],
    )
    for (const name of databases) {
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = reject
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite')
          transaction.objectStore('entries').clear()
          transaction.oncomplete = resolve
          transaction.onabort = reject
          opening.result.close()
        }
      })
    }
    for (const name of await caches.keys()) if (name.startsWith('outbox-mirror-')) await caches.delete(name)
    for (const key of Object.keys(localStorage)) if (key.includes('outbox-witness')) localStorage.removeItem(key)
  })
}
