import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'

/** How long nothing that made room is fetched ahead again, in milliseconds. */
const HELD_BACK_MS = 24 * 60 * 60_000

/** Holds a time only: milliseconds since 1970. */
const keyOf = (userId: string) => `haulyard:made-room:${userId}`

/** Notes that stored responses made room for what the user saved. */
export function noteRoomMade(userId: string, now: number): void {
  writeItem('local', keyOf(userId), `${now}`)
}

/** Forgets it: the user wants everything on the device again. */
export function forgetRoomMade(userId: string): void {
  removeItem('local', keyOf(userId))
}

/** Whether stored responses made room within the last day. What is missing since then is not fetched ahead. */
export function wasRoomMade(userId: string, now: number): boolean {
  const at = readItem('local', keyOf(userId))
  return at !== null && Math.abs(now - Number(at)) < HELD_BACK_MS
}
