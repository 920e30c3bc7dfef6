import type { Driver } from '#contract/people/drivers.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { savePhoto } from '#src/record/photo-acts.ts'
import { useCan } from '#src/session/use-can.ts'

const load = () =>
  import('#src/areas/drivers/changes/driver-photo-commands.ts').then(({ changeDriverPhoto }) => changeDriverPhoto)

/** A driver's photo. Administrators can change it here. */
export function DriverPhoto({ driver }: { readonly driver: Driver }) {
  const mayChange = useCan(administrator)
  return (
    <PhotoFrame person={driver.user} size={90}>
      {mayChange ? <DriverPhotoMenu driver={driver} /> : null}
    </PhotoFrame>
  )
}

/** The menu on a driver's photo. A new photo or a removal is saved immediately. */
function DriverPhotoMenu({ driver }: { readonly driver: Driver }) {
  const keep = (photo: Promise<File> | null) => savePhoto(load, [driver, driver.version], photo)
  return (
    <PhotoMenu
      name={fullName(driver.user)}
      hasPhoto={driver.user.photo !== null}
      onChoose={keep}
      onRemove={() => keep(null)}
    />
  )
}
