import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** A change in the Outbox, by words that stand on its card. */
export function change(page: Page, words: string): Locator {
  return page.getByRole('article').filter({ hasText: words })
}

/** A group of changes; its heading tells how many are in it. */
export function group(page: Page, title: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title} [\\d,]+$`) })
}

export async function openOutbox(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
}

/** How many copies are to be stored. */
export interface Copies {
  /** The signed-in person's id. */
  readonly user: number
  readonly waiting: number
  readonly done: number
  /** As if no sending of them had begun; else as it stands with the one that waits. */
  readonly isUnsent?: boolean
}

/**
 * Puts many changes into both of the outbox's stores, as the app itself would have: copies of the one that waits there,
 * each with a number, a key and a record of its own. The app reads them at its next start.
 */
export async function storeCopies(page: Page, copies: Copies): Promise<void> {
  await page.evaluate(async ({ user, waiting, done, isUnsent = false }) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('the database refused'))
      })
    const db = await asked(indexedDB.open(`haulyard-outbox-${user}`))
    const tx = db.transaction(['entries', 'fates', 'meta'], 'readwrite')
    const [entries, fates, meta] = ['entries', 'fates', 'meta'].map((name) => tx.objectStore(name))
    if (!entries || !fates || !meta) throw new Error('the outbox has other stores')
    const [model] = await asked(entries.getAll())
    const { nextSeq, ...rest } = await asked(meta.get('meta'))
    const made = Array.from({ length: waiting + done }, (_, index) => {
      const was = { ...model.input.was, id: 100_000 + index }
      was.user = { ...was.user, first_name: 'Driver', last_name: `No. ${index + 1}` }
      const id = `0193f2a0-0000-7000-8000-${String(index).padStart(12, '0')}`
      const words = { ...model.words, record: `Driver No. ${index + 1}` }
      return {
        ...model,
        wasSent: model.wasSent && !isUnsent,
        id,
        seq: nextSeq + index,
        touches: [`driver/${was.id}`],
        words,
        input: { ...model.input, was },
      }
    })
    const [open, over] = [made.slice(0, waiting), made.slice(waiting)]
    for (const entry of open) entries.put(entry)
    for (const [index, entry] of over.entries()) {
      const settledAt = Date.now() - index * 60_000
      const settled = { ...entry, state: 'done', settledAt }
      const { id, seq } = entry
      fates.put({
        id,
        seq,
        state: 'done',
        settledAt,
        versions: [],
        entry: settled,
        isSettling: false,
        rememberedAt: settledAt,
      })
    }
    meta.put({ ...rest, nextSeq: nextSeq + made.length }, 'meta')
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve
      tx.onerror = reject
    })
    db.close()
    const mirror = await caches.open(`outbox-mirror-${user}`)
    await Promise.all(
      open.map((entry) => mirror.put(`/outbox-mirror/${entry.seq}/${entry.id}`, new Response(JSON.stringify(entry)))),
    )
  }, copies)
}
