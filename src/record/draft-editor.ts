import type { ReactNode } from 'react'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const BRAND = Symbol('draft editor')

interface EditorProps<Value> {
  readonly value: Value
  /** Called when the draft is saved, discarded or left for later. */
  readonly onClose: () => void
}

/** The editor in which the user continues drafts of some kinds, on any page of the app. */
export interface DraftEditor {
  readonly [BRAND]: true
  readonly kinds: readonly (Omit<DraftKind<never>, 'schema'> & { readonly schema: Schema })[]
  readonly Editor: (props: EditorProps<never>) => ReactNode
}

/**
 * Declares the editor of drafts of one kind, or of several kinds whose forms need different permissions. Export it from
 * a file named `*-draft-editor.tsx`: the app finds it there.
 */
export function draftEditor<Value>(
  kinds: DraftKind<Value> | readonly DraftKind<Value>[],
  Editor: (props: EditorProps<Value>) => ReactNode,
): DraftEditor {
  return { [BRAND]: true, kinds: [kinds].flat(), Editor }
}

export const isDraftEditor = (value: unknown): value is DraftEditor =>
  typeof value === 'object' && value !== null && BRAND in value
