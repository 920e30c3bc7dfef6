import { IconBoxSeam, IconTruck } from '@tabler/icons-react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import type { PhotoWithFallback } from '#src/ui/person/avatar.tsx'
import { unitTitle } from './changes/seen-unit.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

const ICONS = { truck: IconTruck, trailer: IconBoxSeam } as const

/** The fallback for a unit without a photo, by unit kind. */
export function unitPhotoFallback(kind: UnitKind): Omit<PhotoWithFallback, 'photo'> {
  const Icon = ICONS[kind]
  return { alt: `Photo of the ${UNIT_WORDS[kind].noun}`, instead: <Icon size="50%" stroke={1.5} /> }
}

/** The photo of a unit, with the kind's icon as the fallback. */
export function unitPhoto(unit: Unit): PhotoWithFallback {
  return { ...unitPhotoFallback(unit.kind), photo: unit.photo, alt: unitTitle(unit) }
}
