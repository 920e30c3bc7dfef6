import type { Page } from '@playwright/test'
import { chicagoDay } from '#src/format/chicago.ts'
import { aboutAnswer } from '#src/offline/query-storage/answer-seal.ts'
import type { SealedAnswer } from '#src/offline/query-storage/store-opening.ts'

const DAY_MS = 86_400_000

/** What the page's device keeps of answers, by the query's key: when the server gave each, in milliseconds since 1970. */
export function answersKept(
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

interface Asked {
  readonly query?: { readonly date_after?: string }
}

/**
 * When the server gave the rows that the page's device keeps of what was loaded of a list, in milliseconds since 1970; 0 for
 * nothing. It is read past the app: what is there is there also when the page is gone in the next moment.
 * @param list the first word of the query's key; of one that is asked for by weeks, the present one counts
 * @param of the second word
 */
export async function listKeptAt(page: Page, list: string, of = 'list'): Promise<number> {
  const [weekAgo = '', today = ''] = [7, 0].map((days) => chicagoDay(Date.now() - days * DAY_MS))
  const isShown = ([area, kind, asked, ...further]: readonly unknown[]) => {
    const from = (asked as Asked | undefined)?.query?.date_after ?? today
    // A copy that is kept to the list's end has records of its own.
    return area === list && kind === of && further.length === 0 && weekAgo < from && from <= today
  }
  return Math.max(0, ...(await answersKept(page)).flatMap(({ key, asOf }) => (isShown(key) ? [asOf] : [])))
}

const DATABASE = 'haulyard-cache-'

/** The words of all answers that the page's device keeps, opened with the key of the person who is signed in there. */
export async function answerWords(page: Page): Promise<readonly string[]> {
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
  const asked = places.map(({ name, place }) => ({
    name,
    hash: place.hash,
    about: aboutAnswer(name.slice(DATABASE.length), place),
  }))
  return page.evaluate(openedInPage, asked)
}

/** Runs in the page: it alone has the keys. What has gone meanwhile, or does not open, has no words. */
async function openedInPage(
  asked: readonly { readonly name: string; readonly hash: string; readonly about: string }[],
): Promise<readonly string[]> {
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
  const opened = asked.map(async ({ name, hash, about }) => {
    const row = (await read(name, 'answers', hash)) as SealedAnswer | undefined
    if (row === undefined) return []
    // By a page over plain http, which seals nothing: a byte for the format, then the words.
    if (row.sealed[0] === 0) return [new TextDecoder().decode(row.sealed.subarray(1))]
    // A byte for the format, four for the key's id, twelve for the nonce.
    const how = { name: 'AES-GCM', iv: row.sealed.subarray(5, 17), additionalData: utf8.encode(about) }
    const tries = (here?.keys ?? []).map(({ key }) => crypto.subtle.decrypt(how, key, row.sealed.subarray(17)))
    const plain = await Promise.any(tries).catch(() => null)
    return plain === null ? [] : [new TextDecoder().decode(plain)]
  })
  return (await Promise.all(opened)).flat()
}

/** Whether the page's device keeps something whose key begins with these words. */
export async function isKept(page: Page, ...words: readonly string[]): Promise<boolean> {
  return (await answersKept(page)).some(({ key }) => words.every((word, at) => key[at] === word))
}
