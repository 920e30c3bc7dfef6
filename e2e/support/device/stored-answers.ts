import type { Page } from '@playwright/test'
import { chicagoDay } from '#src/format/chicago.ts'
import { aboutAnswer } from '#src/offline/query-storage/answer-seal.ts'
import type { SealedAnswer, StoredAnswer } from '#src/offline/query-storage/store-opening.ts'

const DAY_MS = 86_400_000

/**
 * The responses that the page's device stores: each query's key, and `asOf`, the time of the server's response in
 * milliseconds since 1970.
 */
export function storedAnswers(
  page: Page,
): Promise<readonly { readonly key: readonly unknown[]; readonly asOf: number }[]> {
  return page.evaluate(async () => {
    const outcome = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const names = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('haulyard-cache-') ? [name] : [],
    )
    const kept = await Promise.all(
      names.map(async (name) => {
        const database = await outcome(indexedDB.open(name))
        const uses: { hash: string; asOf: number }[] = await outcome(
          database.transaction('uses').objectStore('uses').getAll(),
        )
        database.close()
        return uses.map(({ hash, asOf }) => ({ key: JSON.parse(hash) as unknown[], asOf }))
      }),
    )
    return kept.flat()
  })
}

interface WeekQuery {
  readonly query?: { readonly date_after?: string }
}

/**
 * The time of the server's response from which the page's device stores a list's loaded rows, in milliseconds since
 * 1970; 0 if it stores none. Reads the database without the app, so the rows are durable even if the page closes next.
 * @param list the first word of the query's key; of a list requested by week, only the current week counts
 * @param of the second word
 */
export async function listStoredAt(page: Page, list: string, of = 'list'): Promise<number> {
  const [weekAgo = '', today = ''] = [7, 0].map((days) => chicagoDay(Date.now() - days * DAY_MS))
  const isWantedList = ([area, kind, input, ...further]: readonly unknown[]) => {
    const from = (input as WeekQuery | undefined)?.query?.date_after ?? today
    // A list stored to its end has a longer key.
    return area === list && kind === of && further.length === 0 && weekAgo < from && from <= today
  }
  return Math.max(0, ...(await storedAnswers(page)).flatMap(({ key, asOf }) => (isWantedList(key) ? [asOf] : [])))
}

const DATABASE = 'haulyard-cache-'

/** All responses that the page's device stores, opened with the signed-in user's key. */
export async function openedAnswers(page: Page): Promise<readonly StoredAnswer[]> {
  const places = await page.evaluate(async (prefix) => {
    const outcome = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
    const kept = names.map(async (name) => {
      const database = await outcome(indexedDB.open(name))
      const rows: SealedAnswer[] = await outcome(database.transaction('answers').objectStore('answers').getAll())
      database.close()
      return rows.map(({ sealed: _, ...place }) => ({ name, place }))
    })
    return (await Promise.all(kept)).flat()
  }, DATABASE)
  const requests = places.map(({ name, place: { hash, asOf, ...rest } }) => ({
    name,
    hash,
    asOf,
    about: aboutAnswer(name.slice(DATABASE.length), { hash, asOf, ...rest }),
  }))
  return page.evaluate(openInPage, requests)
}

/** The texts of these responses. */
export async function storedAnswerTexts(page: Page): Promise<readonly string[]> {
  return (await openedAnswers(page)).map(({ json }) => json)
}

interface AnswerPlace extends Pick<StoredAnswer, 'hash' | 'asOf'> {
  readonly name: string
  readonly about: string
}

/** Runs in the page, which alone has the keys. Omits responses that are gone by now or that no key opens. */
async function openInPage(requested: readonly AnswerPlace[]): Promise<readonly StoredAnswer[]> {
  const outcome = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const read = async (name: string, store: string, key: string) => {
    const known = (await indexedDB.databases()).some((one) => one.name === name)
    if (!known) return undefined
    const database = await outcome(indexedDB.open(name))
    const value: unknown = await outcome(database.transaction(store).objectStore(store).get(key))
    database.close()
    return value
  }
  const here = (await read('haulyard-keys', 'keys', 'here')) as { keys: { key: CryptoKey }[] } | undefined
  const utf8 = new TextEncoder()
  const opened = requested.map(async ({ name, hash, asOf, about }) => {
    const row = (await read(name, 'answers', hash)) as SealedAnswer | undefined
    if (row === undefined) return []
    // Stored by a page over plain HTTP, which seals nothing: one byte for the format, then the text.
    if (row.sealed[0] === 0) return [{ hash, asOf, json: new TextDecoder().decode(row.sealed.subarray(1)) }]
    // One byte for the format, 4 for the key's id, 12 for the nonce.
    const how = { name: 'AES-GCM', iv: row.sealed.subarray(5, 17), additionalData: utf8.encode(about) }
    const tries = (here?.keys ?? []).map(({ key }) => crypto.subtle.decrypt(how, key, row.sealed.subarray(17)))
    const plain = await Promise.any(tries).catch(() => null)
    return plain === null ? [] : [{ hash, asOf, json: new TextDecoder().decode(plain) }]
  })
  return (await Promise.all(opened)).flat()
}

/** Whether the page's device stores a response whose query key begins with these parts. */
export async function hasStoredAnswer(page: Page, ...parts: readonly unknown[]): Promise<boolean> {
  const isPart = (key: readonly unknown[]) => (part: unknown, at: number) =>
    JSON.stringify(key[at]) === JSON.stringify(part)
  return (await storedAnswers(page)).some(({ key }) => parts.every(isPart(key)))
}
