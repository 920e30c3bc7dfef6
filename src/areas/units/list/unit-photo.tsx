import type { Unit } from '#contract/units/unit-rows.ts'
import { edit } from '#contract/wire/access.ts'
import { PictureFrame } from '#src/form/photos/photo-frame.tsx'
import { useCan } from '#src/session/use-can.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { picturedUnit } from '../unit-picture.tsx'
import { UnitPhotoMenu } from './unit-photo-menu.tsx'

interface UnitPhotoProps {
  readonly unit: Unit
  /** Width and height in CSS pixels. */
  readonly size: number
}

/** A unit's photo, or an icon of its kind; who may edit such units chooses another here. */
export function UnitPhoto({ unit, size }: UnitPhotoProps) {
  const mayChange = useCan(edit(UNIT_WORDS[unit.kind].area))
  return (
    <PictureFrame of={picturedUnit(unit)} size={size}>
      {mayChange ? <UnitPhotoMenu unit={unit} /> : null}
    </PictureFrame>
  )
}
