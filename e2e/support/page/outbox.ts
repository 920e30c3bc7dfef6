import type { Locator, Page } from '@playwright/test'
import { installSeals } from '#e2e/support/device/stored-outbox.ts'
import { expect } from '../expect.ts'

/** The card of a change in the Outbox, by text on the card. */
export function changeCard(page: Page, words: string): Locator {
  return page.getByRole('article').filter({ hasText: words })
}

/** A group of changes. Its heading shows their number. */
export function changeGroup(page: Page, title: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${title} [\\d,]+$`) })
}

export async function openOutbox(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
}

/** The number of copies to store. */
export interface CopyCounts {
  /** The id of the signed-in user. */
  readonly user: number
  readonly waiting: number
  readonly done: number
  /** Marks the copies as never sent. Otherwise they keep the template's value. */
  readonly isUnsent?: boolean
}

/**
 * Adds many changes to the outbox's database and mirror, as the app would: copies of the waiting entry, each with its
 * own sequence number, idempotency key and record. The app reads them at its next start.
 */
export async function storeCopies(page: Page, copies: CopyCounts): Promise<void> {
  await installSeals(page)
  await page.evaluate(async ({ user, waiting, done, isUnsent = false }) => {
    const { resultOf, openEntry, seal, sealEntry } = window.seals
    const owner = String(user)
    const db = await resultOf(indexedDB.open(`haulyard-outbox-${user}`))
    const [first] = await resultOf(db.transaction('entries').objectStore('entries').getAll())
    const { nextSeq, ...rest } = await resultOf(db.transaction('meta').objectStore('meta').get('meta'))
    // The waiting entry is a change of a driver.
    const template = (await openEntry(owner, first)) as Awaited<ReturnType<typeof openEntry>> & {
      readonly input: { readonly was: { readonly user: object } }
      readonly words: object
      readonly wasSent: boolean
    }
    const copies = Array.from({ length: waiting + done }, (_, index) => {
      const name = { first_name: 'Driver', last_name: `No. ${index + 1}` }
      const was = { ...template.input.was, id: 100_000 + index, user: { ...template.input.was.user, ...name } }
      return {
        ...template,
        wasSent: template.wasSent && !isUnsent,
        id: `0193f2a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        seq: nextSeq + index,
        touches: [`driver/${was.id}`],
        words: { ...template.words, record: `Driver No. ${index + 1}` },
        input: { ...template.input, was },
      }
    })
    const waitingRows = await Promise.all(copies.slice(0, waiting).map((entry) => sealEntry(owner, entry)))
    const settledRows = await Promise.all(
      copies.slice(waiting).map(async (entry, index) => {
        const settledAt = Date.now() - index * 60_000
        const { id, seq } = entry
        const content = JSON.stringify({ entry: { ...entry, state: 'done', settledAt }, versions: [] })
        const sealed = await seal(new TextEncoder().encode(content), ['outbox-fate', owner, id, seq, 'done'])
        return { id, seq, state: 'done', settledAt, rememberedAt: settledAt, sealed }
      }),
    )
    const tx = db.transaction(['entries', 'fates', 'meta'], 'readwrite')
    const [entries, fates, meta] = [tx.objectStore('entries'), tx.objectStore('fates'), tx.objectStore('meta')]
    const { life, generation } = await resultOf(meta.get('stamp'))
    const at = generation + 1
    for (const row of waitingRows) entries.put({ ...row, at })
    for (const row of settledRows) fates.put({ ...row, at })
    meta.put({ ...rest, nextSeq: nextSeq + copies.length }, 'meta')
    meta.put({ life, generation: at }, 'stamp')
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve
      tx.onerror = reject
    })
    db.close()
    const mirror = await caches.open(`outbox-mirror-${user}`)
    const copied = waitingRows.map(({ seq, id, revision, device, sealed }) => {
      const headers = { 'x-revision': String(revision), 'x-device': device }
      return mirror.put(`/outbox-mirror/sealed/${seq}/${id}`, new Response(sealed, { headers }))
    })
    await Promise.all(copied)
  }, copies)
}
