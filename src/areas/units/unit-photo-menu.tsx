import type { Unit } from '#contract/unit-rows.ts'
import { photoFile } from '#src/form/photo-change.ts'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { seenVersionOf, unitTitle } from './seen-unit.ts'
import { newPhoto, noPhoto, PHOTO_CHANGES } from './unit-photo-commands.ts'

/** The button on a unit's photo: another one is kept as a change at once, or none is. */
export function UnitPhotoMenu({ unit }: { readonly unit: Unit }) {
  const seenVersion = seenVersionOf(unit)
  return (
    <PhotoMenu
      name={unitTitle(unit)}
      hasPhoto={unit.photo !== null}
      onChoose={(photo) => keepPhoto(unit, photo)}
      onRemove={() => submitWithUndo(PHOTO_CHANGES[unit.kind], noPhoto(unit), { seenVersion })}
    />
  )
}

async function keepPhoto(unit: Unit, photo: File): Promise<void> {
  const id = newUuid()
  const how = { seenVersion: seenVersionOf(unit), files: photoFile(photo, id) }
  await submitWithUndo(PHOTO_CHANGES[unit.kind], newPhoto(unit, id), how)
}
