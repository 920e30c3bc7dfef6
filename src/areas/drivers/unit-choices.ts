import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { type UnitKind, VEHICLE_STATUSES } from '#contract/units/unit-choices.ts'
import { unitCodes, unitNameTexts } from '#contract/units/unit-codes.ts'
import { type UnitName, unitRefOf } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { Findable } from '#src/form/pick/pickable.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { allRows } from '#src/offline/reading/all-rows.ts'
import { UNIT_TITLES, unitTitle } from './unit-words.ts'

/** A choice in a unit picker: a unit or none. */
export interface UnitChoice extends PickChoice, Findable {
  readonly content: UnitName | null
}

const UNASSIGNABLE = VEHICLE_STATUSES.filter(({ value }) => value === 'on_service' || value === 'for_sale')

/** Why a unit should not roll, regardless of its driver. Its status is shown by its group. */
const outOfServiceReason = (unit: UnitName, today: IsoDay) =>
  notReadyReasons({ ...unit, driver: null }, today)
    .filter(({ reason }) => reason !== 'on_service' && reason !== 'for_sale')
    .map(({ words }) => words)

const holder = ({ driver }: UnitName) => (driver === null ? '' : fullName(driver))
const byHolder = (a: UnitName, b: UnitName) => (holder(a) < holder(b) ? -1 : holder(a) > holder(b) ? 1 : 0)

/**
 * The choices for a driver, in their order: none, free units, then units of other drivers, sorted by the drivers'
 * names. Last are units that can't be assigned, with the reason.
 */
export function unitChoices(
  units: readonly UnitName[],
  kind: UnitKind,
  driver: number,
  today: IsoDay,
): readonly UnitChoice[] {
  const choice = (group: string, isDisabled?: true) => (unit: UnitName) => ({
    value: unitRefOf(unit),
    title: [unitTitle(unit), ...outOfServiceReason(unit, today)].join(' · '),
    group,
    codes: unitCodes(unit),
    texts: unitNameTexts(unit),
    content: unit,
    ...(isDisabled && { isDisabled }),
  })
  const own = units.filter((unit) => unit.driver?.id === driver)
  const free = units.filter((unit) => unit.status === 'unassigned' && unit.driver === null)
  const others = units.filter((unit) => unit.driver !== null && unit.driver.id !== driver).sort(byHolder)
  const isFiring = ({ driver: holder }: UnitName) => holder?.is_firing === true
  return [
    { value: '', title: `No ${kind}`, content: null },
    ...own.map(choice('Now')),
    ...free.map(choice('Unassigned')),
    ...others.filter((unit) => !isFiring(unit)).map(choice('Of other drivers')),
    ...others.filter(isFiring).map(choice('Of drivers in Firing: theirs can’t be changed', true)),
    ...UNASSIGNABLE.flatMap(({ value, title }) =>
      units.filter(({ status }) => status === value).map(choice(`${title}: can’t be assigned`, true)),
    ),
  ]
}

/**
 * The same for the Outbox, from the device's data. Throws an error with a message for the user when the units can't be
 * loaded.
 */
export async function loadUnitChoices(kind: UnitKind, driver: number): Promise<readonly UnitChoice[]> {
  return unitChoices(await allRows(unitList(kind), `${UNIT_TITLES[kind]}s`), kind, driver, chicagoDay(companyNow()))
}
