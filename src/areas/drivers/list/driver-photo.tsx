import type { Driver } from '#contract/people/drivers.ts'
import { administrator } from '#contract/wire/access.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { useCan } from '#src/session/use-can.ts'
import { DriverPhotoMenu } from './driver-photo-menu.tsx'

/** A driver's photo; administrators choose another here. */
export function DriverPhoto({ driver }: { readonly driver: Driver }) {
  const mayChange = useCan(administrator)
  return (
    <PhotoFrame person={driver.user} size={90}>
      {mayChange ? <DriverPhotoMenu driver={driver} /> : null}
    </PhotoFrame>
  )
}
