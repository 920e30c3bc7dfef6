import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitCodes, unitNameTexts } from '#contract/units/unit-codes.ts'
import { compareUnits, type UnitName, unitNumberOf, unitNumberWords, unitRefOf } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Findable } from '#src/form/pick/pickable.ts'
import type { FleetManagerName } from '#src/lookups/fleet-managers-queries.ts'
import type { PickChoice } from '#src/offline/command.ts'

type Transport = Inspection['transport']
type Manager = NonNullable<Inspection['fleet_manager']>

/** A unit to pick, with every unit field that an inspection shows. */
export interface TransportChoice extends PickChoice, Findable {
  readonly content: Transport
  /** The ids by which addresses name the unit. */
  readonly ids: readonly string[]
}
export interface ManagerChoice extends PickChoice {
  readonly content: Manager
}

/** A unit in the form that an inspection stores. Its miles are null: only the server knows them. */
export const transportOf = (unit: UnitName): Transport => ({
  id: unitRefOf(unit),
  kind: unit.kind,
  number: unitNumberOf(unit),
  title: [unitNumberOf(unit), unit.transport_model].filter(Boolean).join(' · '),
  miles_driven: null,
  is_deleted: false,
})

/**
 * The units that an inspection can be about: trucks, then trailers ("TL-1001 (asset)"), each in the sort order of
 * units. The unit of `present` keeps the content of `present`.
 */
export function transportChoices(units: readonly UnitName[], present: Transport | null): readonly TransportChoice[] {
  const choices = units.toSorted(compareUnits).map((unit) => {
    const content = unit.id === present?.id || unit.client_id === present?.id ? present : transportOf(unit)
    const isTruck = unit.kind === 'truck'
    const numberLabel = `${unitNumberWords(unit)}${isTruck ? '' : ' (asset)'}`
    const title = content.title.replace(unitNumberOf(content), numberLabel)
    const group = isTruck ? 'Vehicles' : 'Assets'
    const ids = unit.client_id ? [unit.id, unit.client_id] : [unit.id]
    return { value: content.id, title, group, codes: unitCodes(unit), texts: unitNameTexts(unit), content, ids }
  })
  return [...choices.filter(({ group }) => group === 'Vehicles'), ...choices.filter(({ group }) => group === 'Assets')]
}

/**
 * The users who can be in charge of an inspection. `present` is included even when that user is no longer a fleet
 * manager.
 */
export function managerChoices(names: readonly FleetManagerName[], present: Manager | null): readonly ManagerChoice[] {
  const choices = names.map(({ id, user: { first_name, last_name } }) => ({
    value: `${id}`,
    title: fullName({ first_name, last_name }),
    content: { id, first_name, last_name },
  }))
  if (present === null || choices.some(({ content }) => content.id === present.id)) return choices
  return [{ value: `${present.id}`, title: fullName(present), content: present }, ...choices]
}
