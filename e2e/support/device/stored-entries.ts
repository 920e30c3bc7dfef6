import type { Page } from '@playwright/test'
import { canOpen } from './stored-outbox.ts'

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
  await canOpen(page)
  await page.evaluate(
    async ({ set, drop }) => {
      const { asked, openEntry, sealEntry } = window.seals
      const rewritten = <Entry extends object>(entry: Entry) =>
        Object.fromEntries(Object.entries({ ...entry, ...set }).filter(([name]) => !drop.includes(name))) as Entry
      const prefix = 'haulyard-outbox-'
      const databases = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
      for (const name of databases) {
        const user = name.slice(prefix.length)
        const db = await asked(indexedDB.open(name))
        const rows = await asked(db.transaction('entries').objectStore('entries').getAll())
        const mirror = await caches.open(`outbox-mirror-${user}`)
        for (const row of rows) {
          const changed = await sealEntry(user, rewritten(await openEntry(user, row)))
          const { stamp, ...written } = await nextStamp(db)
          await asked(written.entries.put({ ...changed, at: stamp.generation }))
          const headers = { 'x-revision': String(changed.revision), 'x-device': changed.device }
          await mirror.put(`/outbox-mirror/sealed/${row.seq}/${row.id}`, new Response(changed.sealed, { headers }))
        }
        db.close()
      }
      /** A write of another generation, so that no tab takes what it knows for what is there. */
      async function nextStamp(db: IDBDatabase) {
        const tx = db.transaction(['entries', 'meta'], 'readwrite')
        const [entries, meta] = [tx.objectStore('entries'), tx.objectStore('meta')]
        const { life, generation } = await asked(meta.get('stamp'))
        const stamp = { life, generation: generation + 1 }
        await asked(meta.put(stamp, 'stamp'))
        return { stamp, entries }
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
    for (const key of Object.keys(localStorage)) {
      if (key.includes('outbox-witness') || key.includes('outbox-words')) localStorage.removeItem(key)
    }
  })
}
