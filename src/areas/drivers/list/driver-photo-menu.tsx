import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { keepPhoto } from '#src/record/photo-acts.ts'

const load = () =>
  import('#src/areas/drivers/changes/driver-photo-commands.ts').then(({ changeDriverPhoto }) => changeDriverPhoto)

/** The button on a driver's photo: another one is kept as a change at once, or none is. */
export function DriverPhotoMenu({ driver }: { readonly driver: Driver }) {
  const keep = (photo: Promise<File> | null) => keepPhoto(load, [driver, driver.version], photo)
  return (
    <PhotoMenu
      name={fullName(driver.user)}
      hasPhoto={driver.user.photo !== null}
      onChoose={keep}
      onRemove={() => keep(null)}
    />
  )
}
