import { driverChanges } from '#contract/people/driver-changes.ts'
import { withUserPhoto } from '#src/form/photos/photo-change.ts'
import { photoCommand } from '#src/record/photo-command.ts'
import { driverPage } from './driver-page.ts'
import { driverRecord } from './driver-record.ts'

/** Changes or removes a driver's photo. */
export const changeDriverPhoto = photoCommand(driverRecord, {
  name: 'drivers.changePhoto',
  version: 1,
  endpoint: driverChanges.update,
  areas: ['drivers', 'users'],
  photoOf: ({ user }) => user.photo,
  withPhoto: withUserPhoto,
  page: driverPage,
})
