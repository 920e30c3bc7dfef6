import type { FileRef } from '#contract/files/files.ts'
import { usePhoto } from '#server/modules/files/file-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { UserChanger } from './change-user.ts'
import { findDispatcherOf, findDriverOf } from './duty-repository.ts'

/**
 * The path of a photo for a user. The user's photos may belong to the user, or to the driver or dispatcher that the
 * user is: all of them may be used again. Throws a 400 with the reason if the file can't be used.
 */
export async function useUserPhoto({ sql, author }: ChangeRequest, by: UserChanger, user: number, photo: FileRef) {
  const driver = await findDriverOf(sql, user)
  const dispatcher = await findDispatcherOf(sql, user)
  const alsoOwnedBy = [
    ...(driver === null ? [] : [{ area: 'drivers', record: `${driver}` } as const]),
    ...(dispatcher === null ? [] : [{ area: 'dispatchers', record: `${dispatcher}` } as const]),
  ]
  const owner = { area: 'users', record: `${user}` } as const
  const use = { files: by.files, user: by.user.id, now: author.now, owner, alsoOwnedBy, field: 'photo' }
  return usePhoto(sql, use, photo)
}
