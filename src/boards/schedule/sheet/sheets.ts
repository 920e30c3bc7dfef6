import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { hasDayOf, NO_DISPATCHER } from '../schedule-items.ts'

/** Which teams go on paper, and which have nothing to put there. */
export interface Sheets {
  /** One sheet each: dispatchers who lead somebody and, last, the drivers without one. */
  readonly teams: readonly ScheduleRow[]
  /** Names of dispatchers who lead nobody. */
  readonly without: readonly string[]
}

/** Whose sheet it is. */
export function teamName({ user }: Pick<ScheduleRow, 'user'>): string {
  return user ? fullName(user) : NO_DISPATCHER
}

/** What the heading of a sheet is called in the page. */
export function sheetId({ id }: Pick<ScheduleRow, 'id'>): string {
  return `sheet-${id ?? 'none'}`
}

/** The sheets of a week: the rows that the grid shows too, in its order. */
export function sheetsOf(rows: readonly ScheduleRow[], filter: DutyStatus | '', dates: readonly IsoDay[]): Sheets {
  const shown = rows.filter((row) => hasDayOf(row, filter, dates))
  return {
    teams: shown.filter(({ drivers }) => drivers.length > 0),
    without: shown.filter(({ drivers }) => drivers.length === 0).map(teamName),
  }
}

/** reading: more is on its way · whole: all of it is here · part: the rest can't be had now · nothing: there is nothing to show. */
export type Reach = 'reading' | 'whole' | 'part' | 'nothing'

/** How far a list that is read to its end has come. */
export function reachOf({
  state,
  hasMore,
  moreProblem,
}: Pick<ReadList<unknown>, 'state' | 'hasMore' | 'moreProblem'>): Reach {
  if (state === 'loading') return 'reading'
  if (state !== 'ready') return 'nothing'
  if (!hasMore) return 'whole'
  return moreProblem === null ? 'reading' : 'part'
}
