import type { HistoryEntry } from '#contract/wire/record.ts'

/** How an area tells one field of its records: both values, or what became of it where that says more. */
export type HistoryField =
  | { readonly title: string; readonly words: (value: unknown) => string }
  | { readonly title: string; readonly change: (from: unknown, to: unknown) => string }
/** Fields as they are called on the wire. */
export type HistoryWords = Readonly<Record<string, HistoryField>>

/** One change of a record: all that somebody changed at once. */
export interface HistoryChange {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null when that account is gone. */
  readonly by: HistoryEntry['user']
  readonly fields: readonly Pick<HistoryEntry, 'field' | 'from' | 'to'>[]
}

/** The rows of a history, newest first and one a field, as changes; the fields of each as they were written. Pure. */
export function historyChanges(rows: readonly HistoryEntry[]): readonly HistoryChange[] {
  const byVersion = Map.groupBy(rows, ({ version }) => version)
  return [...byVersion].flatMap(([version, fields]) =>
    fields.slice(0, 1).map(({ at, user }) => ({ version, at: Date.parse(at), by: user, fields: fields.toReversed() })),
  )
}
