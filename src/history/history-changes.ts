import type { HistoryEntry } from '#contract/wire/record.ts'

/** An area's text for one field: `words` for each value, or `change` for both where that reads better. */
export type HistoryField =
  | { readonly title: string; readonly words: (value: unknown) => string }
  | { readonly title: string; readonly change: (from: unknown, to: unknown) => string }
/** By the fields' names on the wire. */
export type HistoryWords = Readonly<Record<string, HistoryField>>

/** One change of a record: all fields that its author changed in one step. */
export interface HistoryChange {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null when the author's account was deleted. */
  readonly by: HistoryEntry['user']
  readonly fields: readonly Pick<HistoryEntry, 'field' | 'from' | 'to'>[]
}

/**
 * Groups the rows of a history (one per field, newest first) into changes. The fields of a change keep the written
 * order. Pure.
 */
export function historyChanges(rows: readonly HistoryEntry[]): readonly HistoryChange[] {
  const byVersion = Map.groupBy(rows, ({ version }) => version)
  return [...byVersion].flatMap(([version, fields]) =>
    fields.slice(0, 1).map(({ at, user }) => ({ version, at: Date.parse(at), by: user, fields: fields.toReversed() })),
  )
}
