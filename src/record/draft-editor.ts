import type { ReactNode } from 'react'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const BRAND = Symbol('draft editor')

interface EditorProps<Value> {
  readonly value: Value
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** What goes on with drafts of some kinds, wherever the person is in the app. */
export interface DraftEditor {
  readonly [BRAND]: true
  readonly kinds: readonly (Omit<DraftKind<never>, 'schema'> & { readonly schema: Schema })[]
  readonly Editor: (props: EditorProps<never>) => ReactNode
}

/** Declares the editor of drafts of one kind, or of kinds that differ in who may use their form. The app finds it in `*-draft-editor.tsx`. */
export function draftEditor<Value>(
  kinds: DraftKind<Value> | readonly DraftKind<Value>[],
  Editor: (props: EditorProps<Value>) => ReactNode,
): DraftEditor {
  return { [BRAND]: true, kinds: [kinds].flat(), Editor }
}

export const isDraftEditor = (value: unknown): value is DraftEditor =>
  typeof value === 'object' && value !== null && BRAND in value
