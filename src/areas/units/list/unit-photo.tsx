import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { seenVersionOf, unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { PictureFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { savePhoto } from '#src/record/photo-acts.ts'
import { useCan } from '#src/session/use-can.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { unitPhoto } from '../unit-picture.tsx'

interface UnitPhotoProps {
  readonly unit: Unit
  /** Width and height in CSS pixels. */
  readonly size: number
}

/** A unit's photo, or an icon of its kind. Users who may edit the unit can change it here. */
export function UnitPhoto({ unit, size }: UnitPhotoProps) {
  const mayChange = useCan(edit(UNIT_WORDS[unit.kind].area))
  return (
    <PictureFrame of={unitPhoto(unit)} size={size}>
      {mayChange ? <UnitPhotoMenu unit={unit} /> : null}
    </PictureFrame>
  )
}

/** The menu on a unit's photo. A new photo or a removal is saved immediately. */
function UnitPhotoMenu({ unit }: { readonly unit: Unit }) {
  const load = () =>
    import('#src/areas/units/changes/unit-photo-commands.ts').then(({ PHOTO_CHANGES }) => PHOTO_CHANGES[unit.kind])
  const keep = (photo: Promise<File> | null) => savePhoto(load, [unit, seenVersionOf(unit)], photo)
  return <PhotoMenu name={unitTitle(unit)} hasPhoto={unit.photo !== null} onChoose={keep} onRemove={() => keep(null)} />
}
