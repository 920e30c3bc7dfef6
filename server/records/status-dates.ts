import { invalid } from '#server/base/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'

/** A duty status with its dates (`yyyy-MM-dd`), of a driver or a dispatcher. */
export interface StatusSpell {
  readonly status: string | null
  readonly status_date_from: string | null
  readonly status_date_to: string | null
}
type Part = { readonly [K in keyof StatusSpell]?: StatusSpell[K] | undefined }

interface StatusChange {
  readonly current: StatusSpell
  /** What the change asks for, whether or not it is so already. */
  readonly asked: Part
  /** What of that would really change. */
  readonly differs: Part
  readonly now: Date
  /** Under which name the end is blamed: `status_date_to` unless said. */
  readonly blame?: (message: string) => Error
}

const blamedPlainly = (message: string) => invalid({ status_date_to: [message] })

/**
 * What follows from a change of status: it begins today unless said, and the end of the former one is no longer its.
 * Throws a 400 when it would end before it begins.
 */
export function completeStatus({ current, asked, differs, now, blame = blamedPlainly }: StatusChange) {
  const implied: { status_date_from?: string; status_date_to?: null } = {}
  if (differs.status !== undefined) {
    const today = chicagoDay(now)
    if (asked.status_date_from === undefined && current.status_date_from !== today) implied.status_date_from = today
    if (asked.status_date_to === undefined && current.status_date_to !== null) implied.status_date_to = null
  }
  const { status_date_from: from, status_date_to: to } = { ...current, ...implied, ...differs }
  // A new status may begin today and be asked to end on the day that stands there already: no date differs, and yet it is wrong.
  const touchesDates = [differs.status, differs.status_date_from, differs.status_date_to].some(
    (one) => one !== undefined,
  )
  if (touchesDates && from != null && to != null && to < from) throw blame('The end must not be before the beginning.')
  return implied
}
