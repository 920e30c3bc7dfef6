import type { ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Pickable } from '#src/form/pick/pickable.ts'
import { hasDayOf, NO_DISPATCHER } from '../schedule-items.ts'
import type { WeekSide, Whose } from './copied-week.ts'

/** Whose days may be copied, to be picked. */
export interface WhoseChoice extends Pickable {
  readonly whose: Whose
}

/** All that the page shows in its filter. */
export function everybody(filter: DutyStatus | ''): WhoseChoice {
  const narrowed = filter === '' ? '' : ` · filter ${dutyStatusOf(filter).title}`
  return { value: 'all', title: `All drivers${narrowed}`, whose: { kind: 'all' } }
}

const driverTitle = ({ user, truck }: ScheduleDriver) =>
  [fullName(user), ...(truck ? [`Truck ${truck}`] : [])].join(' · ')

/** All, each dispatcher, each driver by dispatcher. */
export function whoseChoices(rows: readonly ScheduleRow[], filter: DutyStatus | ''): readonly WhoseChoice[] {
  const led = rows.filter(({ drivers }) => drivers.length > 0)
  const title = ({ user }: ScheduleRow) => (user ? fullName(user) : NO_DISPATCHER)
  const dispatchers = led.map((row): WhoseChoice => {
    const { id } = row
    return {
      value: `dispatcher/${id ?? 'none'}`,
      title: title(row),
      group: 'By dispatcher',
      whose: { kind: 'dispatcher', id },
    }
  })
  const drivers = led.flatMap((row) =>
    row.drivers.map((driver): WhoseChoice => {
      const { id } = driver
      return {
        value: `driver/${id}`,
        title: driverTitle(driver),
        group: `Drivers: ${title(row)}`,
        whose: { kind: 'driver', id },
      }
    }),
  )
  return [everybody(filter), ...dispatchers, ...drivers]
}

/**
 * The rows of a week that belong to what the page shows: a filter is about the days on screen, and those are of neither
 * week that is copied where the person has stepped away from them.
 */
export function rowsOnScreen(
  rows: readonly ScheduleRow[],
  screen: WeekSide,
  filter: DutyStatus | '',
): readonly ScheduleRow[] {
  if (filter === '') return rows
  const shown = new Set(screen.rows.filter((row) => hasDayOf(row, filter, screen.dates)).map(({ id }) => id))
  return rows.filter(({ id }) => shown.has(id))
}
