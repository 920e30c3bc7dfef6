import type * as z from 'zod/mini'
import { DRIVER_PAPERS, maskedExpiryDay } from '#contract/maintenance/fleet-health.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { expiryWords, toneOfExpiry } from '#src/format/expiry.ts'
import type { PickChoice } from '#src/offline/command.ts'
import type { pickedDriver } from './changes/placing.ts'
import { NEW_TRAILER } from './changes/seen-unit.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** A choice in a driver picker: a driver or none. */
export interface DriverChoice extends PickChoice {
  readonly content: z.output<typeof pickedDriver>
}

/** The unit for which a driver is chosen. */
export type ForUnit = Pick<Unit, 'kind' | 'id' | 'driver'>

/**
 * A warning about a driver's papers, which are valid `until` a day: that they have lapsed or expire soon; otherwise
 * empty.
 */
export function papersWords(until: IsoDay | null | undefined, today: IsoDay): string {
  if (until == null || ['fine', 'soon'].includes(toneOfExpiry(until, today))) return ''
  if (isImplausibleDay(until)) return `${DRIVER_PAPERS}: ${expiryWords(until, today)}`
  return maskedExpiryDay(until, today) === null
    ? `${DRIVER_PAPERS} expires ${expiryWords(until, today)}`
    : `${DRIVER_PAPERS} expired`
}

function choiceOf({ kind, id: unit, driver }: ForUnit, row: DriverName, today: IsoDay): DriverChoice {
  const { id, user, current_status, papers_until } = row
  const { first_name, last_name } = user
  const [has, number] = [row[kind], row[`${kind}_number`]]
  // Trailers without a number yet have equal names, so only the unit's own driver counts as its driver.
  const isThis = has === unit && (unit !== NEW_TRAILER || driver === id)
  const had = has === null || isThis ? null : { id: has, ...(number && { number }), client_id: null, row: null }
  return {
    value: `${id}`,
    title: [fullName(user), had && unitNumberOfDriver(row, kind), papersWords(papers_until, today)]
      .filter(Boolean)
      .join(' · '),
    // The content includes whether papers have lapsed, so that the unit's row shows it immediately. Other data about
    // papers is not stored.
    content: {
      ...{ id, first_name, last_name, had },
      is_firing: current_status === 'firing_process',
      papers_until: maskedExpiryDay(papers_until, today),
    },
  }
}

/**
 * The choices for a unit's driver, in their order: none, the current driver, drivers without a unit of this kind,
 * drivers with another one, and last drivers in Firing, whose units can't be changed. Drivers with lapsed or soon
 * expiring papers get a note.
 */
export function driverChoices(drivers: readonly DriverName[], unit: ForUnit, today: IsoDay): readonly DriverChoice[] {
  const { noun } = UNIT_WORDS[unit.kind]
  const isFiring = ({ current_status }: DriverName) => current_status === 'firing_process'
  const others = drivers.filter((driver) => driver.id !== unit.driver)
  const group = (name: string, these: readonly DriverName[], isDisabled?: true) =>
    these.map((driver) => ({ ...choiceOf(unit, driver, today), group: name, ...(isDisabled && { isDisabled }) }))
  return [
    { value: '', title: 'No driver', content: null },
    ...group(
      'Now',
      drivers.filter(({ id }) => id === unit.driver),
    ),
    ...group(
      `Without a ${noun}`,
      others.filter((driver) => driver[unit.kind] === null && !isFiring(driver)),
    ),
    ...group(
      `With another ${noun}`,
      others.filter((driver) => driver[unit.kind] !== null && !isFiring(driver)),
    ),
    ...group('In Firing: their units can’t be changed', others.filter(isFiring), true),
  ]
}
