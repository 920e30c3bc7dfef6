import { itemKeys, removeItem } from '#src/session/web-storage.ts'

const PREFIX = 'haulyard:chosen-'

/** Local storage key of a user's choice. Each user has their own, because it names records that this user may see. */
export function chosenKey(name: string, userId: number): string {
  return `${PREFIX}${name}:${userId}`
}

/** Deletes a user's choices. They name records, so they are deleted with everything else that was read as this user. */
export function forgetChoices(userId: string): void {
  for (const key of itemKeys('local'))
    if (key.startsWith(PREFIX) && key.endsWith(`:${userId}`)) removeItem('local', key)
}
