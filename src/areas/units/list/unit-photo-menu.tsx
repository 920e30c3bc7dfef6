import type { Unit } from '#contract/units/unit-rows.ts'
import { seenVersionOf, unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { keepPhoto } from '#src/record/photo-acts.ts'

/** The button on a unit's photo: another one is kept as a change at once, or none is. */
export function UnitPhotoMenu({ unit }: { readonly unit: Unit }) {
  const load = () =>
    import('#src/areas/units/changes/unit-photo-commands.ts').then(({ PHOTO_CHANGES }) => PHOTO_CHANGES[unit.kind])
  const keep = (photo: Promise<File> | null) => keepPhoto(load, [unit, seenVersionOf(unit)], photo)
  return <PhotoMenu name={unitTitle(unit)} hasPhoto={unit.photo !== null} onChoose={keep} onRemove={() => keep(null)} />
}
