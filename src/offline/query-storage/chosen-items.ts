import { itemKeys, removeItem } from '#src/session/web-storage.ts'

const PREFIX = 'haulyard:chosen-'

/** Where a person's choice stands in local storage. What is chosen are records that they may see: each person has their own. */
export function chosenKey(name: string, userId: number): string {
  return `${PREFIX}${name}:${userId}`
}

/** A choice names records, so it leaves the device with everything else that was read as this person. */
export function forgetChoices(userId: string): void {
  for (const key of itemKeys('local'))
    if (key.startsWith(PREFIX) && key.endsWith(`:${userId}`)) removeItem('local', key)
}
