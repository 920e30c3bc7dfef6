import { invalid } from '#server/base/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'

/** The duty status of a driver or dispatcher, with its first and last date (`yyyy-MM-dd`). */
export interface StatusPeriod {
  readonly status: string | null
  readonly status_date_from: string | null
  readonly status_date_to: string | null
}
type PartialStatus = { readonly [K in keyof StatusPeriod]?: StatusPeriod[K] | undefined }

interface StatusChange {
  readonly current: StatusPeriod
  /** The values that the change requests, including those that equal the current ones. */
  readonly requested: PartialStatus
  /** The requested values that differ from the current ones. */
  readonly changed: PartialStatus
  readonly now: Date
  /** Makes the 400 for a bad end date. By default it names the field `status_date_to`. */
  readonly problemOf?: (message: string) => Error
}

const endDateProblem = (message: string) => invalid({ status_date_to: [message] })

/**
 * The dates that follow from a change of status. A new status begins today unless the change contains a start date. The
 * end date of the old status is cleared unless the change contains an end date. Throws a 400 when the end is before the
 * beginning.
 */
export function completeStatusDates({ current, requested, changed, now, problemOf = endDateProblem }: StatusChange) {
  const implied: { status_date_from?: string; status_date_to?: null } = {}
  if (changed.status !== undefined) {
    const today = chicagoDay(now)
    if (requested.status_date_from === undefined && current.status_date_from !== today) implied.status_date_from = today
    if (requested.status_date_to === undefined && current.status_date_to !== null) implied.status_date_to = null
  }
  const { status_date_from: from, status_date_to: to } = { ...current, ...implied, ...changed }
  // The status alone can make the dates wrong: it may begin today and end on the old end date, and no date differs.
  const touchesDates = [changed.status, changed.status_date_from, changed.status_date_to].some(
    (one) => one !== undefined,
  )
  if (touchesDates && from != null && to != null && to < from)
    throw problemOf('The end must not be before the beginning.')
  return implied
}
