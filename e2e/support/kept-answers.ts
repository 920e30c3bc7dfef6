import type { Page } from '@playwright/test'
import { chicagoDay } from '#src/format/chicago.ts'

const DAY_MS = 86_400_000

/**
 * When the server gave the rows that the page's device keeps of what was loaded of a list, in milliseconds since 1970; 0 for
 * nothing. It is read past the app: what is there is there also when the page is gone in the next moment.
 * @param list the first word of the query's key; of one that is asked for by weeks, the present one counts
 */
export function listKeptAt(page: Page, list: string): Promise<number> {
  const [weekAgo, today] = [7, 0].map((days) => chicagoDay(Date.now() - days * DAY_MS))
  return page.evaluate(
    async ({ list, weekAgo = '', today = '' }) => {
      interface Asked {
        readonly query?: { readonly date_after?: string }
      }
      const isShown = (hash: string) => {
        const [area, kind, asked, ...further]: [string, string, Asked?, ...unknown[]] = JSON.parse(hash)
        const from = asked?.query?.date_after ?? today
        // A copy that is kept to the list's end has records of its own.
        return area === list && kind === 'list' && further.length === 0 && weekAgo < from && from <= today
      }
      const outcome = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const names = (await indexedDB.databases()).flatMap(({ name }) =>
        name?.startsWith('haulyard-cache-') ? [name] : [],
      )
      const ages = await Promise.all(
        names.map(async (name) => {
          const database = await outcome(indexedDB.open(name))
          const uses: { hash: string; asOf: number }[] = await outcome(
            database.transaction('uses').objectStore('uses').getAll(),
          )
          database.close()
          return uses.flatMap(({ hash, asOf }) => (isShown(hash) ? [asOf] : []))
        }),
      )
      return Math.max(0, ...ages.flat())
    },
    { list, weekAgo, today },
  )
}
