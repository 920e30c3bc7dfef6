import { dispatcherChanges } from '#contract/people/dispatcher-changes.ts'
import { withUserPhoto } from '#src/form/photos/photo-change.ts'
import { photoCommand } from '#src/record/photo-command.ts'
import { dispatcherPage } from './dispatcher-page.ts'
import { dispatcherRecord } from './dispatcher-record.ts'

/** Changes or removes a dispatcher's photo. */
export const changeDispatcherPhoto = photoCommand(dispatcherRecord, {
  name: 'dispatchers.changePhoto',
  version: 1,
  endpoint: dispatcherChanges.update,
  areas: ['dispatchers', 'users'],
  photoOf: ({ user }) => user.photo,
  withPhoto: withUserPhoto,
  page: dispatcherPage,
})
