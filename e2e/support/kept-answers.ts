import type { Page } from '@playwright/test'

/**
 * When the server gave the rows that the page's device keeps of what was loaded of a list, in milliseconds since 1970; 0 for
 * nothing. It is read past the app: what is there is there also when the page is gone in the next moment.
 * @param list the first word of the query's key
 */
export function listKeptAt(page: Page, list: string): Promise<number> {
  return page.evaluate(async (list) => {
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
        // A copy that is kept to the list's end has records of its own.
        const ofList = uses.filter(({ hash }) => hash.startsWith(`["${list}","list",`) && !hash.includes('"kept"'))
        return ofList.map(({ asOf }) => asOf)
      }),
    )
    return Math.max(0, ...ages.flat())
  }, list)
}
