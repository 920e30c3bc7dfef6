import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { type DiscardedDraft, discardDraft } from '#src/offline/drafts/drafts.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { ONLY_OFFER_STAYS_MS, toastWithButton, toastWithUndo } from '#src/ui/notice/undo-toast.tsx'

/** Says that a draft was discarded, and offers to undo that, because it takes only one tap. */
export function sayDiscarded({ draft: { words }, restore }: DiscardedDraft): void {
  const said =
    words.title === undefined ? `Discarded what you typed about ${words.record}` : `Discarded: ${words.title}`
  offerUndo(said, restore)
}

/** Discards drafts that no form has open. Says so, and offers to undo it. */
export async function discardAndSay(...drafts: readonly StoredDraft[]): Promise<void> {
  const restores: (() => Promise<void>)[] = []
  const discarded: StoredDraft[] = []
  for (const draft of drafts) {
    const restore = await discardDraft(draft)
    if (restore === null) continue
    restores.push(restore)
    discarded.push(draft)
  }
  const restore = async () => {
    for (const one of restores) await one()
  }
  const [draft, second] = discarded
  if (draft === undefined) toastFailure(new Error('A form has this draft open. Discard it there.'))
  else if (second === undefined) sayDiscarded({ draft, restore })
  else offerUndo(`Discarded ${discarded.length} drafts.`, restore)
}

const offerUndo = (said: string, restore: () => Promise<void>) =>
  toastWithUndo(said, () => void restore().catch(toastFailure), [], ONLY_OFFER_STAYS_MS)

/**
 * Closes a form whose input stays as a draft, or several forms that are one to the user. Says so, and offers to discard
 * it. A form without input just closes. If the device can't store the input, the form stays open and the user decides.
 */
export function closeKept(keep: () => Promise<readonly (StoredDraft | null)[]>, close: () => void): void {
  void keep().then(
    (kept) => {
      const drafts = kept.filter((draft) => draft !== null)
      close()
      if (drafts.length === 0) return
      const words = drafts.length === 1 ? 'Kept as a draft.' : `Kept as ${drafts.length} drafts.`
      toastWithButton(words, 'Discard', () => void discardAndSay(...drafts).catch(toastFailure))
    },
    () => toastWithButton('Couldn’t save the draft on this device.', 'Close without it', close),
  )
}
