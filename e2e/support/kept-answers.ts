import type { Page } from '@playwright/test'
import { chicagoDay } from '#src/format/chicago.ts'

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

/** Whether the page's device keeps something whose key begins with these words. */
export async function isKept(page: Page, ...words: readonly string[]): Promise<boolean> {
  return (await answersKept(page)).some(({ key }) => words.every((word, at) => key[at] === word))
}
