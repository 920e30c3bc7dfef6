import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { withUserPhoto } from '#src/form/photos/photo-change.ts'
import { photoCommand } from '#src/record/photo-command.ts'
import { dispatcherRecord } from './dispatcher-record.ts'

/** Gives a dispatcher another photo, or none. */
export const changeDispatcherPhoto = photoCommand(dispatcherRecord, {
  name: 'dispatchers.changePhoto',
  version: 1,
  endpoint: dispatcherEndpoints.update,
  photoOf: ({ user }) => user.photo,
  withPhoto: withUserPhoto,
})
