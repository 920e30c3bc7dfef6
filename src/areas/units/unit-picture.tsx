import { IconBoxSeam, IconTruck } from '@tabler/icons-react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import type { Pictured } from '#src/ui/person/avatar.tsx'
import { unitTitle } from './changes/seen-unit.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

const ICONS = { truck: IconTruck, trailer: IconBoxSeam } as const

/** What stands where there is no photo of a unit of a kind. */
export function unitThing(sort: UnitKind): Omit<Pictured, 'photo'> {
  const Icon = ICONS[sort]
  return { alt: `Photo of the ${UNIT_WORDS[sort].noun}`, instead: <Icon size="50%" stroke={1.5} /> }
}

/** A unit as pictures are given. */
export function picturedUnit(unit: Unit): Pictured {
  return { ...unitThing(unit.kind), photo: unit.photo, alt: unitTitle(unit) }
}
