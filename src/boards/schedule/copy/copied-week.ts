import type { ScheduleDay, ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DayTarget, DayWanted, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { dayOn } from '../schedule-items.ts'

/** Whose days are copied; a dispatcher of null: the drivers without one. */
export type Whose =
  | { readonly kind: 'all' }
  | { readonly kind: 'dispatcher'; readonly id: number | null }
  | { readonly kind: 'driver'; readonly id: number }

/** One of the two weeks: its days in order, and everybody in it. */
export interface WeekSide {
  readonly dates: readonly IsoDay[]
  readonly rows: readonly ScheduleRow[]
}

export interface CopyOptions {
  readonly whose: Whose
  /** Days that have something else get what is copied; otherwise they stay. */
  readonly replaces: boolean
  /** Otherwise descriptions stay as they are in the week that is copied to. */
  readonly withDescriptions: boolean
}

/** What copying does; of each kind how many days. */
export interface CopiedWeek {
  /** What changes, by driver in the order of the screen; nobody without a change. */
  readonly edits: readonly RowEdit[]
  /** They had nothing planned. */
  readonly added: number
  /** They had something else. */
  readonly replaced: number
  /** They are as they would become. */
  readonly same: number
  /** They have something else, and stay. */
  readonly skipped: number
  /** Nothing is planned there to be copied: what is in the other week stays. */
  readonly unplanned: number
  /** Drivers who are in both weeks. */
  readonly drivers: number
  /** Drivers who are in one of the weeks alone: they came, left or moved to another dispatcher. They are not copied. */
  readonly others: number
}

/** The drivers meant, by id; each once, also where two pages of a list were read while one moved between them. */
function driversOf(rows: readonly ScheduleRow[], whose: Whose): ReadonlyMap<number, ScheduleDriver> {
  const meant = rows.filter(({ id }) => whose.kind !== 'dispatcher' || id === whose.id)
  const drivers = meant.flatMap((row) => row.drivers).filter(({ id }) => whose.kind !== 'driver' || id === whose.id)
  return new Map(drivers.map((driver) => [driver.id, driver]))
}

type Fate = 'added' | 'replaced' | 'same' | 'skipped' | 'unplanned'

function fateOf(was: ScheduleDay | null, to: DayWanted | null, replaces: boolean): Fate {
  if (to === null) return 'unplanned'
  if (was === null) return 'added'
  if (was.status === to.status && was.description === to.description) return 'same'
  return replaces ? 'replaced' : 'skipped'
}

/** What a day becomes by copying another; null where nothing is planned on that one. */
function wantedOf(day: ScheduleDay | null, was: ScheduleDay | null, withDescriptions: boolean): DayWanted | null {
  if (day === null) return null
  return { status: day.status, description: withDescriptions ? day.description : (was?.description ?? '') }
}

/** What comes of copying one week to another, day by day: the first to the first, and so on. Pure. */
export function copiedWeek(from: WeekSide, to: WeekSide, options: CopyOptions): CopiedWeek {
  const { whose, replaces, withDescriptions } = options
  const sources = driversOf(from.rows, whose)
  const receivers = driversOf(to.rows, whose)
  const days: Record<Fate, number> = { added: 0, replaced: 0, same: 0, skipped: 0, unplanned: 0 }
  const both = [...receivers.values()].filter(({ id }) => sources.has(id))
  const edits = both.flatMap((receiver): readonly RowEdit[] => {
    const source = sources.get(receiver.id)
    const targets = to.dates.flatMap((date, at): readonly DayTarget[] => {
      const copied = from.dates[at]
      const was = dayOn(receiver, date)
      const wanted = wantedOf(source && copied ? dayOn(source, copied) : null, was, withDescriptions)
      const fate = fateOf(was, wanted, replaces)
      days[fate] += 1
      return fate === 'added' || fate === 'replaced' ? [{ date, was, to: wanted }] : []
    })
    return targets.length === 0 ? [] : [{ driver: { id: receiver.id, name: fullName(receiver.user) }, targets }]
  })
  return { edits, ...days, drivers: both.length, others: sources.size + receivers.size - 2 * both.length }
}
