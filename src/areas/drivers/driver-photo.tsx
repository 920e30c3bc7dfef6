import { administrator } from '#contract/access.ts'
import type { Driver } from '#contract/drivers.ts'
import { useKeptFile } from '#src/offline/outbox/use-kept-file.ts'
import { useCan } from '#src/session/use-can.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import classes from './driver-photo.module.css'
import { DriverPhotoMenu } from './driver-photo-menu.tsx'
import { PhotoProgress } from './photo-progress.tsx'

/** A driver's photo, one that waits on this device included; administrators choose another here. */
export function DriverPhoto({ driver }: { readonly driver: Driver }) {
  const { user } = driver
  const mayChange = useCan(administrator)
  const photo = useKeptFile(user.photo)
  return (
    <div className={classes.photo}>
      <Avatar person={{ ...user, photo }} size={90} />
      {mayChange ? <DriverPhotoMenu driver={driver} /> : null}
      <PhotoProgress photo={user.photo} />
    </div>
  )
}
