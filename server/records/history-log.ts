import type { HistoryArea } from '#contract/wire/access.ts'

/** The user, the device and the time of a change. */
export interface Author {
  /** Null for changes without a signed-in user, for example when the first administrator is created. */
  readonly user: number | null
  readonly device: string | null
  readonly now: Date
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** One change of one record, to be stored as history rows: one row per field. */
export interface HistoryLog {
  readonly area: HistoryArea
  /** The version of the record after the change. */
  readonly version: number
  readonly author: Author
  readonly changes: readonly FieldChange[]
}

/** The parameters that a statement needs to log a change. */
export const HISTORY_PARAMS = ['log_area', 'log_version', 'log_at', 'log_user', 'log_device', 'log_changes'] as const
type HistoryParam = (typeof HISTORY_PARAMS)[number]

/**
 * The `insert` that logs a change. Use it as a CTE in the statement that changes the record, so that both succeed or
 * fail together. `$` has the placeholders of the parameters in that statement. `id` is SQL for the record's id.
 */
export function historyInsert($: Readonly<Record<HistoryParam, string>>, id: string): string {
  return `insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
    select ${$.log_area}, (${id})::text, ${$.log_version}::integer, ${$.log_at}::timestamptz, ${$.log_user}::integer,
      ${$.log_device}::uuid, f.field, f."from", f."to"
    from jsonb_to_recordset(${$.log_changes}::jsonb) as f(field text, "from" jsonb, "to" jsonb)`
}

/** The values of the `HISTORY_PARAMS`. */
export function historyParams({ area, version, author, changes }: HistoryLog): Readonly<Record<HistoryParam, unknown>> {
  return {
    log_area: area,
    log_version: version,
    log_at: author.now.toISOString(),
    log_user: author.user,
    log_device: author.device,
    log_changes: JSON.stringify(changes),
  }
}
