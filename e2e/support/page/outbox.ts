import type { Locator, Page } from '@playwright/test'
import { canOpen } from '#e2e/support/device/stored-outbox.ts'
import { expect } from '../expect.ts'

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
  await canOpen(page)
  await page.evaluate(async ({ user, waiting, done, isUnsent = false }) => {
    const { asked, openEntry, seal, sealEntry } = window.seals
    const owner = String(user)
    const db = await asked(indexedDB.open(`haulyard-outbox-${user}`))
    const [first] = await asked(db.transaction('entries').objectStore('entries').getAll())
    const { nextSeq, ...rest } = await asked(db.transaction('meta').objectStore('meta').get('meta'))
    // The one that waits is a change of a driver.
    const model = (await openEntry(owner, first)) as Awaited<ReturnType<typeof openEntry>> & {
      readonly input: { readonly was: { readonly user: object } }
      readonly words: object
      readonly wasSent: boolean
    }
    const made = Array.from({ length: waiting + done }, (_, index) => {
      const name = { first_name: 'Driver', last_name: `No. ${index + 1}` }
      const was = { ...model.input.was, id: 100_000 + index, user: { ...model.input.was.user, ...name } }
      return {
        ...model,
        wasSent: model.wasSent && !isUnsent,
        id: `0193f2a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        seq: nextSeq + index,
        touches: [`driver/${was.id}`],
        words: { ...model.words, record: `Driver No. ${index + 1}` },
        input: { ...model.input, was },
      }
    })
    const open = await Promise.all(made.slice(0, waiting).map((entry) => sealEntry(owner, entry)))
    const over = await Promise.all(
      made.slice(waiting).map(async (entry, index) => {
        const settledAt = Date.now() - index * 60_000
        const { id, seq } = entry
        const content = JSON.stringify({ entry: { ...entry, state: 'done', settledAt }, versions: [] })
        const sealed = await seal(new TextEncoder().encode(content), ['outbox-fate', owner, id, seq, 'done'])
        return { id, seq, state: 'done', settledAt, rememberedAt: settledAt, sealed }
      }),
    )
    const tx = db.transaction(['entries', 'fates', 'meta'], 'readwrite')
    const [entries, fates, meta] = [tx.objectStore('entries'), tx.objectStore('fates'), tx.objectStore('meta')]
    const { life, generation } = await asked(meta.get('stamp'))
    const at = generation + 1
    for (const row of open) entries.put({ ...row, at })
    for (const row of over) fates.put({ ...row, at })
    meta.put({ ...rest, nextSeq: nextSeq + made.length }, 'meta')
    meta.put({ life, generation: at }, 'stamp')
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve
      tx.onerror = reject
    })
    db.close()
    const mirror = await caches.open(`outbox-mirror-${user}`)
    const copied = open.map(({ seq, id, revision, device, sealed }) => {
      const headers = { 'x-revision': String(revision), 'x-device': device }
      return mirror.put(`/outbox-mirror/sealed/${seq}/${id}`, new Response(sealed, { headers }))
    })
    await Promise.all(copied)
  }, copies)
}
