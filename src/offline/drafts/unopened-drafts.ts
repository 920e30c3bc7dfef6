import { useMemo } from 'react'
import { type DraftKind, type ReadDraft, readDraft } from './draft-book.ts'
import type { StoredDraft } from './draft-database.ts'
import { useDraftOffers } from './drafts.ts'

/** Those of the drafts that belong to forms of a kind, in the same order. Of each form only the first. */
export function draftsOfKind<Value>(
  kind: DraftKind<Value>,
  drafts: readonly StoredDraft[],
): readonly ReadDraft<Value>[] {
  const found = drafts.flatMap((draft) => readDraft(kind, draft) ?? [])
  return found.filter(({ key }, at) => found.findIndex((one) => one.key === key) === at)
}

/** The drafts of a kind of form that are not open in one, newest first; one of each form. */
export function useUnopenedDrafts<Value>(kind: DraftKind<Value>): readonly ReadDraft<Value>[] {
  const offers = useDraftOffers()
  return useMemo(() => draftsOfKind(kind, offers), [kind, offers])
}
