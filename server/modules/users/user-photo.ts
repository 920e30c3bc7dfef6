import type { FileRef } from '#contract/files/files.ts'
import { usePhoto } from '#server/modules/files/file-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { UserChanger } from './change-user.ts'
import { findDispatcherOf, findDriverOf } from './duty-repository.ts'

/**
 * The path of a photo for a user. A user's photos stand with the user, or with the driver or dispatcher that the user is: all
 * may be taken up again. Throws the 400 that says why it is none.
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
