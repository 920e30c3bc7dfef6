import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'

/**
 * The areas of full unit rows: they also show the driver, the driver's dispatcher, the fleet manager, and the expenses.
 * A dispatcher's name is in two areas, because only administrators receive the events of users.
 */
export const UNIT_ROW_AREAS: Readonly<Record<UnitKind, readonly DataArea[]>> = {
  truck: ['trucks', 'drivers', 'dispatchers', 'users', 'figures'],
  trailer: ['trailers', 'drivers', 'dispatchers', 'users', 'figures'],
}
