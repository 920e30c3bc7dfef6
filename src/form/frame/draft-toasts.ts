import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { type DiscardedDraft, discardDraft } from '#src/offline/drafts/drafts.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { toastWithButton, toastWithUndo } from '#src/ui/notice/undo-toast.tsx'

/** Says that a draft was discarded, and offers to undo that, because it takes only one tap. */
export function sayDiscarded({ draft: { words }, restore }: DiscardedDraft): void {
  const said =
    words.title === undefined ? `Discarded what you typed about ${words.record}` : `Discarded: ${words.title}`
  toastWithUndo(said, () => void restore().catch(toastFailure))
}

/** Discards drafts that no form has open. Says so, and offers to undo it. */
export async function discardAndSay(...drafts: readonly StoredDraft[]): Promise<void> {
  const restores: (() => Promise<void>)[] = []
  for (const draft of drafts) restores.push(await discardDraft(draft))
  const restore = async () => {
    for (const one of restores) await one()
  }
  const [draft] = drafts
  if (draft) sayDiscarded({ draft, restore })
}

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
    () => toastWithButton('This device could not keep the draft.', 'Close without it', close),
  )
}
