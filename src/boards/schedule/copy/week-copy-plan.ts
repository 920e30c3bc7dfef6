import type { ScheduleDay, ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DayTarget, RowEdit, WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { dayOn } from '../schedule-items.ts'

/** Whose days are copied. A dispatcher id of null means the drivers without a dispatcher. */
export type CopyScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'dispatcher'; readonly id: number | null }
  | { readonly kind: 'driver'; readonly id: number }

/** One of the two weeks: its dates in order, and its rows. */
export interface WeekSide {
  readonly dates: readonly IsoDay[]
  readonly rows: readonly ScheduleRow[]
}

export interface CopyOptions {
  readonly scope: CopyScope
  /** Whether days that already have something else are overwritten. */
  readonly replaces: boolean
  /** Whether descriptions are copied. If not, the target week keeps its own. */
  readonly withDescriptions: boolean
}

/** The result of copying a week: the edits, and the number of days by outcome. */
export interface WeekCopyPlan {
  /** The edits by driver, in screen order. Drivers without a change are left out. */
  readonly edits: readonly RowEdit[]
  /** Days that had nothing planned. */
  readonly added: number
  /** Days that had something else and are overwritten. */
  readonly replaced: number
  /** Days that are already equal to the copied day. */
  readonly same: number
  /** Days that have something else and stay unchanged. */
  readonly skipped: number
  /** Days with nothing planned in the source week: the target week's day stays unchanged. */
  readonly unplanned: number
  /** Drivers who are in both weeks. */
  readonly drivers: number
  /** Drivers in only one of the weeks: they came, left or moved to another dispatcher. They are not copied. */
  readonly others: number
}

/**
 * The selected drivers by id. A driver who moved from one list page to the other between two reads appears only once.
 */
function driversOf(rows: readonly ScheduleRow[], scope: CopyScope): ReadonlyMap<number, ScheduleDriver> {
  const selected = rows.filter(({ id }) => scope.kind !== 'dispatcher' || id === scope.id)
  const drivers = selected.flatMap((row) => row.drivers).filter(({ id }) => scope.kind !== 'driver' || id === scope.id)
  return new Map(drivers.map((driver) => [driver.id, driver]))
}

type DayOutcome = 'added' | 'replaced' | 'same' | 'skipped' | 'unplanned'

function outcomeOf(was: ScheduleDay | null, to: WantedDay | null, replaces: boolean): DayOutcome {
  if (to === null) return 'unplanned'
  if (was === null) return 'added'
  if (was.status === to.status && was.description === to.description) return 'same'
  return replaces ? 'replaced' : 'skipped'
}

/** The content that a day gets when `day` is copied to it; null when nothing is planned on `day`. */
function wantedOf(day: ScheduleDay | null, was: ScheduleDay | null, withDescriptions: boolean): WantedDay | null {
  if (day === null) return null
  return { status: day.status, description: withDescriptions ? day.description : (was?.description ?? '') }
}

/** Computes the result of copying one week to another, the first day to the first day, and so on. Pure. */
export function planWeekCopy(from: WeekSide, to: WeekSide, options: CopyOptions): WeekCopyPlan {
  const { scope, replaces, withDescriptions } = options
  const sources = driversOf(from.rows, scope)
  const receivers = driversOf(to.rows, scope)
  const days: Record<DayOutcome, number> = { added: 0, replaced: 0, same: 0, skipped: 0, unplanned: 0 }
  const both = [...receivers.values()].filter(({ id }) => sources.has(id))
  const edits = both.flatMap((receiver): readonly RowEdit[] => {
    const source = sources.get(receiver.id)
    const targets = to.dates.flatMap((date, at): readonly DayTarget[] => {
      const copied = from.dates[at]
      const was = dayOn(receiver, date)
      const wanted = wantedOf(source && copied ? dayOn(source, copied) : null, was, withDescriptions)
      const outcome = outcomeOf(was, wanted, replaces)
      days[outcome] += 1
      return outcome === 'added' || outcome === 'replaced' ? [{ date, was, to: wanted }] : []
    })
    return targets.length === 0 ? [] : [{ driver: { id: receiver.id, name: fullName(receiver.user) }, targets }]
  })
  return { edits, ...days, drivers: both.length, others: sources.size + receivers.size - 2 * both.length }
}
