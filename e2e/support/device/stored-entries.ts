import type { Page } from '@playwright/test'
import { installSeals } from './stored-outbox.ts'

/**
 * Changes every stored entry of the device, in the database and in the mirror, as another version of the app would have
 * written it. Call it on a page of the origin that is not the app.
 * @param set fields that get another value
 * @param drop fields that are removed
 */
async function rewriteStoredEntries(
  page: Page,
  set: Readonly<Record<string, unknown>>,
  drop: readonly string[],
): Promise<void> {
  await installSeals(page)
  await page.evaluate(
    async ({ set, drop }) => {
      const { resultOf, openEntry, sealEntry } = window.seals
      const rewritten = <Entry extends object>(entry: Entry) =>
        Object.fromEntries(Object.entries({ ...entry, ...set }).filter(([name]) => !drop.includes(name))) as Entry
      const prefix = 'haulyard-outbox-'
      const databases = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
      for (const name of databases) {
        const user = name.slice(prefix.length)
        const db = await resultOf(indexedDB.open(name))
        const rows = await resultOf(db.transaction('entries').objectStore('entries').getAll())
        const mirror = await caches.open(`outbox-mirror-${user}`)
        for (const row of rows) {
          const changed = await sealEntry(user, rewritten(await openEntry(user, row)))
          const { stamp, ...written } = await nextStamp(db)
          await resultOf(written.entries.put({ ...changed, at: stamp.generation }))
          const headers = { 'x-revision': String(changed.revision), 'x-device': changed.device }
          await mirror.put(`/outbox-mirror/sealed/${row.seq}/${row.id}`, new Response(changed.sealed, { headers }))
        }
        db.close()
      }
      /** Increments the stamp's generation, so that no tab takes its copy in memory for the stored state. */
      async function nextStamp(db: IDBDatabase) {
        const tx = db.transaction(['entries', 'meta'], 'readwrite')
        const [entries, meta] = [tx.objectStore('entries'), tx.objectStore('meta')]
        const { life, generation } = await resultOf(meta.get('stamp'))
        const stamp = { life, generation: generation + 1 }
        await resultOf(meta.put(stamp, 'stamp'))
        return { stamp, entries }
      }
    },
    { set, drop },
  )
}

/** See `rewriteStoredEntries`. Removes fields, as if written by a version that did not have them yet. */
export function dropStoredFields(page: Page, fields: readonly string[]): Promise<void> {
  return rewriteStoredEntries(page, {}, fields)
}

/** See `rewriteStoredEntries`. Sets fields to other values. */
export function setStoredFields(page: Page, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return rewriteStoredEntries(page, fields, [])
}

/**
 * Deletes every stored entry, the mirror and the loss marker from the device, as if the entries had never existed. Only
 * the used sequence numbers remain. Call it on a page of the origin that is not the app.
 */
export async function deleteStoredEntries(page: Page): Promise<void> {
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
    for (const key of Object.keys(localStorage)) {
      if (key.includes('outbox-witness') || key.includes('outbox-words')) localStorage.removeItem(key)
    }
  })
}
