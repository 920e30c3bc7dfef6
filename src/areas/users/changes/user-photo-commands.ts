import { driverKind } from '#contract/people/drivers.ts'
import { userChanges } from '#contract/people/user-changes.ts'
import { withUserPhoto } from '#src/form/photos/photo-change.ts'
import { patched } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { photoCommand } from '#src/record/photo-command.ts'
import { userPage, userRecord } from './user-record.ts'

/** Changes or removes a user's photo. The driver that the user is shows it, too. */
export const changeUserPhoto = photoCommand(userRecord, {
  name: 'users.changePhoto',
  version: 1,
  endpoint: userChanges.update,
  areas: ['users', 'drivers', 'dispatchers'],
  photoOf: ({ photo }) => photo,
  isListed: true,
  page: userPage,
  withPhoto: (row, photo) => ('role' in row ? { ...row, photo } : row),
  changesAccount: () => false,
  otherEffects: ({ was: { driver }, shown }) =>
    driver === null || driver.id === NO_ID_YET
      ? []
      : [patched(driverKind, `${driver.id}`, (row) => withUserPhoto(row, shown))],
})
