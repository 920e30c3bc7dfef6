import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
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

async function takePhotoAway(driver: Driver): Promise<void> {
  const { changeDriverPhoto, noPhoto } = await commands()
  await submitWithUndo(changeDriverPhoto, noPhoto(driver), { seenVersion: driver.version })
}

async function keepPhoto(driver: Driver, photo: File): Promise<void> {
  const { changeDriverPhoto, newPhoto } = await commands()
  const id = newUuid()
  await submitWithUndo(changeDriverPhoto, newPhoto(driver, id), {
    seenVersion: driver.version,
    files: photoFile(photo, id),
  })
}
