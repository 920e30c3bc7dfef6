import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'

/** The button on a driver's photo: another one is kept as a change at once, or none is. */
export function DriverPhotoMenu({ driver }: { readonly driver: Driver }) {
  return (
    <PhotoMenu
      name={fullName(driver.user)}
      hasPhoto={driver.user.photo !== null}
      onChoose={(photo) => keepPhoto(driver, photo)}
      onRemove={() => takePhotoAway(driver)}
    />
  )
}

const commands = () => import('./driver-photo-commands.ts')

function takePhotoAway(driver: Driver): Promise<void> {
  return submitAllWithUndo(
    commands().then(({ changeDriverPhoto, noPhoto }) => [draftOf(changeDriverPhoto, noPhoto(driver), driver.version)]),
  )
}

function keepPhoto(driver: Driver, photo: Promise<File>): Promise<void> {
  const id = newUuid()
  return submitAllWithUndo(
    Promise.all([commands(), photo]).then(([{ changeDriverPhoto, newPhoto }, file]) => [
      { ...draftOf(changeDriverPhoto, newPhoto(driver, id), driver.version), files: photoFile(file, id) },
    ]),
  )
}
