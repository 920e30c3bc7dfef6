import type { Inspection } from '#contract/maintenance/inspections.ts'
import { compareUnits, numberOf, numberWords, refOf, type UnitName } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import type { FleetManagerName } from '#src/lookups/fleet-managers-queries.ts'
import type { PickChoice } from '#src/offline/command.ts'

type Transport = Inspection['transport']
type Manager = NonNullable<Inspection['fleet_manager']>

/** A unit to pick, with all that an inspection shows of it. */
export interface TransportChoice extends PickChoice {
  readonly content: Transport
}
export interface ManagerChoice extends PickChoice {
  readonly content: Manager
}

/** A unit as an inspection names it. How far it has come is not known here: the server says so. */
const transportOf = (unit: UnitName): Transport => ({
  id: refOf(unit),
  kind: unit.kind,
  number: numberOf(unit),
  title: [numberOf(unit), unit.transport_model].filter(Boolean).join(' · '),
  miles_driven: null,
  is_deleted: false,
})

/** The units that an inspection can be of: trucks by their ids, then trailers ("TL-1001 (asset)"). `present` is itself. */
export function transportChoices(units: readonly UnitName[], present: Transport | null): readonly TransportChoice[] {
  const choices = units.toSorted(compareUnits).map((unit) => {
    const content = unit.id === present?.id || unit.client_id === present?.id ? present : transportOf(unit)
    const isTruck = unit.kind === 'truck'
    const called = `${numberWords(unit)}${isTruck ? '' : ' (asset)'}`
    const title = content.title.replace(numberOf(content), called)
    return { value: content.id, title, group: isTruck ? 'Vehicles' : 'Assets', content }
  })
  return [...choices.filter(({ group }) => group === 'Vehicles'), ...choices.filter(({ group }) => group === 'Assets')]
}

/** Who can be in charge of an inspection, by name; `present` too, who may be no fleet manager any more. */
export function managerChoices(names: readonly FleetManagerName[], present: Manager | null): readonly ManagerChoice[] {
  const choices = names.map(({ id, user: { first_name, last_name } }) => ({
    value: `${id}`,
    title: fullName({ first_name, last_name }),
    content: { id, first_name, last_name },
  }))
  if (present === null || choices.some(({ content }) => content.id === present.id)) return choices
  return [{ value: `${present.id}`, title: fullName(present), content: present }, ...choices]
}
