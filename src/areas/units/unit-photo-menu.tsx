import type { Unit } from '#contract/unit-rows.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { seenVersionOf, unitTitle } from './seen-unit.ts'

/** The button on a unit's photo: another one is kept as a change at once, or none is. */
export function UnitPhotoMenu({ unit }: { readonly unit: Unit }) {
  return (
    <PhotoMenu
      name={unitTitle(unit)}
      hasPhoto={unit.photo !== null}
      onChoose={(photo) => keepPhoto(unit, photo)}
      onRemove={() => takePhotoAway(unit)}
    />
  )
}

const commands = () => import('./unit-photo-commands.ts')

async function takePhotoAway(unit: Unit): Promise<void> {
  const { noPhoto, PHOTO_CHANGES } = await commands()
  await submitWithUndo(PHOTO_CHANGES[unit.kind], noPhoto(unit), { seenVersion: seenVersionOf(unit) })
}

async function keepPhoto(unit: Unit, photo: File): Promise<void> {
  const { newPhoto, PHOTO_CHANGES } = await commands()
  const id = newUuid()
  const how = { seenVersion: seenVersionOf(unit), files: photoFile(photo, id) }
  await submitWithUndo(PHOTO_CHANGES[unit.kind], newPhoto(unit, id), how)
}
