import type { Unit } from '#contract/unit-rows.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { draftOf } from '#src/offline/command.ts'
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

function takePhotoAway(unit: Unit): Promise<void> {
  return submitAllWithUndo(
    commands().then(({ noPhoto, PHOTO_CHANGES }) => [
      draftOf(PHOTO_CHANGES[unit.kind], noPhoto(unit), seenVersionOf(unit)),
    ]),
  )
}

function keepPhoto(unit: Unit, photo: Promise<File>): Promise<void> {
  const id = newUuid()
  return submitAllWithUndo(
    Promise.all([commands(), photo]).then(([{ newPhoto, PHOTO_CHANGES }, file]) => [
      { ...draftOf(PHOTO_CHANGES[unit.kind], newPhoto(unit, id), seenVersionOf(unit)), files: photoFile(file, id) },
    ]),
  )
}
