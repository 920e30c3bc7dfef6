import type * as z from 'zod/mini'
import { lapsedUntil, PAPERS } from '#contract/maintenance/fleet-health.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import { numberOfDrivers } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { expiryWords, toneOfExpiry } from '#src/format/expiry.ts'
import type { PickChoice } from '#src/offline/command.ts'
import type { pickedDriver } from './changes/placing.ts'
import { NEW_TRAILER } from './changes/seen-unit.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** A driver to pick, or none. */
export interface DriverChoice extends PickChoice {
  readonly content: z.output<typeof pickedDriver>
}

/** Of which unit they are to choose the driver. */
export type ForUnit = Pick<Unit, 'kind' | 'id' | 'driver'>

/** What to say of a driver whose papers are both valid `until` a day: that they have lapsed, or when that presses; else empty. */
export function papersWords(until: IsoDay | null | undefined, today: IsoDay): string {
  if (until == null || ['fine', 'soon'].includes(toneOfExpiry(until, today))) return ''
  if (isDoubtfulDay(until)) return `${PAPERS}: ${expiryWords(until, today)}`
  return lapsedUntil(until, today) === null ? `${PAPERS} expires ${expiryWords(until, today)}` : `${PAPERS} expired`
}

function choiceOf({ kind, id: unit, driver }: ForUnit, row: DriverName, today: IsoDay): DriverChoice {
  const { id, user, current_status, papers_until } = row
  const { first_name, last_name } = user
  const [has, number] = [row[kind], row[`${kind}_number`]]
  // Trailers that wait to be numbered are called alike: this one is only its own driver's.
  const isThis = has === unit && (unit !== NEW_TRAILER || driver === id)
  const had = has === null || isThis ? null : { id: has, ...(number && { number }), client_id: null, row: null }
  return {
    value: `${id}`,
    title: [fullName(user), had && numberOfDrivers(row, kind), papersWords(papers_until, today)]
      .filter(Boolean)
      .join(' · '),
    // That they have lapsed comes with the driver, so that the unit says so at once; no more of them stays in a change.
    content: {
      ...{ id, first_name, last_name, had },
      is_firing: current_status === 'firing_process',
      papers_until: lapsedUntil(papers_until, today),
    },
  }
}

/**
 * Who may drive a unit, in the order in which it is offered: nobody, who drives it now, who has none of the kind, who has
 * another one, and at last those in Firing, whose units can't be changed. Whose papers have lapsed, or end soon, it is said of.
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
