import type { Driver } from '#contract/people/drivers.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { keepPhoto } from '#src/record/photo-acts.ts'
import { useCan } from '#src/session/use-can.ts'

const load = () =>
  import('#src/areas/drivers/changes/driver-photo-commands.ts').then(({ changeDriverPhoto }) => changeDriverPhoto)

/** A driver's photo; administrators choose another here. */
export function DriverPhoto({ driver }: { readonly driver: Driver }) {
  const mayChange = useCan(administrator)
  return (
    <PhotoFrame person={driver.user} size={90}>
      {mayChange ? <DriverPhotoMenu driver={driver} /> : null}
    </PhotoFrame>
  )
}

/** The button on a driver's photo: another one is kept as a change at once, or none is. */
function DriverPhotoMenu({ driver }: { readonly driver: Driver }) {
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
