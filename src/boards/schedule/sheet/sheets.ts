import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { hasDayOf, NO_DISPATCHER } from '../schedule-items.ts'

/** The teams that get a sheet, and the dispatchers without one. */
export interface Sheets {
  /** One sheet each: dispatchers with drivers and, last, the drivers without a dispatcher. */
  readonly teams: readonly ScheduleRow[]
  /** Names of dispatchers without drivers. */
  readonly without: readonly string[]
}

/** The name on a sheet: the dispatcher's, or "No dispatcher". */
export function teamName({ user }: Pick<ScheduleRow, 'user'>): string {
  return user ? fullName(user) : NO_DISPATCHER
}

/** Element id of a sheet's heading. */
export function sheetId({ id }: Pick<ScheduleRow, 'id'>): string {
  return `sheet-${id ?? 'none'}`
}

/** The sheets of a week, from the same rows and in the same order as the grid. */
export function sheetsOf(rows: readonly ScheduleRow[], filter: DutyStatus | '', dates: readonly IsoDay[]): Sheets {
  const shown = rows.filter((row) => hasDayOf(row, filter, dates))
  return {
    teams: shown.filter(({ drivers }) => drivers.length > 0),
    without: shown.filter(({ drivers }) => drivers.length === 0).map(teamName),
  }
}

/**
 * reading: more rows are being read · whole: the list is complete · part: the rest can't be read now · nothing: no rows
 * to show.
 */
export type ReadProgress = 'reading' | 'whole' | 'part' | 'nothing'

/** How much has been read of a list that is being read to its end. */
export function readProgressOf({
  state,
  hasMore,
  moreProblem,
}: Pick<ReadList<unknown>, 'state' | 'hasMore' | 'moreProblem'>): ReadProgress {
  if (state === 'loading') return 'reading'
  if (state !== 'ready') return 'nothing'
  if (!hasMore) return 'whole'
  return moreProblem === null ? 'reading' : 'part'
}
