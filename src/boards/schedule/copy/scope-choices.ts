import type { ScheduleDriver, ScheduleRow } from '#contract/boards/schedule.ts'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Pickable } from '#src/form/pick/pickable.ts'
import { hasDayOf, NO_DISPATCHER } from '../schedule-items.ts'
import type { CopyScope, WeekSide } from './week-copy-plan.ts'

/** A choice in the picker for whose days are copied. */
export interface ScopeChoice extends Pickable {
  readonly scope: CopyScope
}

/** The choice of all drivers that the page's filter shows. */
export function allDrivers(filter: DutyStatus | ''): ScopeChoice {
  const narrowed = filter === '' ? '' : ` · filter ${dutyStatusOf(filter).title}`
  return { value: 'all', title: `All drivers${narrowed}`, scope: { kind: 'all' } }
}

const driverTitle = ({ user, truck }: ScheduleDriver) =>
  [fullName(user), ...(truck ? [`Truck ${truck}`] : [])].join(' · ')

/** The choices: all drivers, each dispatcher, and each driver, grouped by dispatcher. */
export function scopeChoices(rows: readonly ScheduleRow[], filter: DutyStatus | ''): readonly ScopeChoice[] {
  const withDrivers = rows.filter(({ drivers }) => drivers.length > 0)
  const title = ({ user }: ScheduleRow) => (user ? fullName(user) : NO_DISPATCHER)
  const dispatchers = withDrivers.map((row): ScopeChoice => {
    const { id } = row
    return {
      value: `dispatcher/${id ?? 'none'}`,
      title: title(row),
      group: 'By dispatcher',
      scope: { kind: 'dispatcher', id },
    }
  })
  const drivers = withDrivers.flatMap((row) =>
    row.drivers.map((driver): ScopeChoice => {
      const { id } = driver
      return {
        value: `driver/${id}`,
        title: driverTitle(driver),
        group: `Drivers: ${title(row)}`,
        scope: { kind: 'driver', id },
      }
    }),
  )
  return [allDrivers(filter), ...dispatchers, ...drivers]
}

/**
 * The rows of a week whose dispatchers pass the page's filter. The filter applies to the days on screen, and the user
 * can have chosen two other weeks to copy.
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
