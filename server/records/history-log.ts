import type { HistoryArea } from '#contract/history.ts'

/** Who makes a change, from which device, when. */
export interface Author {
  /** Null for what nobody signed in does: the first administrator is made so. */
  readonly user: number | null
  readonly device: string | null
  readonly now: Date
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** The history rows of one change of one record. */
export interface HistoryLog {
  readonly area: HistoryArea
  /** The version that the change makes. */
  readonly version: number
  readonly author: Author
  readonly changes: readonly FieldChange[]
}

/**
 * The `insert` that logs a change, to stand in the same statement as the change itself: a CTE of the record's update.
 * `id` is SQL for the record's id; the parameters of `historyParams` stand from `$first` on.
 */
export function historyInsert(first: number, id: string): string {
  const at = (offset: number) => `$${first + offset}`
  return `insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
    select ${at(0)}, (${id})::text, ${at(1)}::integer, ${at(2)}::timestamptz, ${at(3)}::integer, ${at(4)}::uuid,
      f.field, f."from", f."to"
    from jsonb_to_recordset(${at(5)}::jsonb) as f(field text, "from" jsonb, "to" jsonb)`
}

export function historyParams({ area, version, author, changes }: HistoryLog): unknown[] {
  return [area, version, author.now.toISOString(), author.user, author.device, JSON.stringify(changes)]
}
