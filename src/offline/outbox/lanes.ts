import type { RecordKey } from '../command.ts'
import type { OutboxEntry } from './entry.ts'
import { msLeft } from './outcome.ts'

export const MOST_LANES = 3

/**
 * The entries that may be sent now, at most `room` of them. An entry goes only when no earlier unsettled one touches a
 * record that it touches, whatever that one waits for; the rest overtake it.
 * @param entries unsettled entries by `seq`, those on their way included
 */
export function nextToSend(entries: readonly OutboxEntry[], now: number, room: number): readonly OutboxEntry[] {
  // One person, one session: what the server told one entry holds for all.
  if (entries.some((entry) => entry.state === 'sign_in')) return []
  return firstOfLanes(entries)
    .filter((entry) => entry.state === 'waiting' && msLeft(entry.nextTryAt, now) === 0)
    .slice(0, Math.max(0, room))
}

/** When the next entry whose turn it is may be tried; null when none waits for time. */
export function nextTimeToSend(entries: readonly OutboxEntry[]): number | null {
  if (entries.some((entry) => entry.state === 'sign_in')) return null
  const times = firstOfLanes(entries)
    .filter((entry) => entry.state === 'waiting')
    .map((entry) => entry.nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}

function firstOfLanes(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const held = new Set<RecordKey>()
  return entries.filter((entry) => {
    if (entry.state === 'done') return false
    const isFree = !entry.touches.some((key) => held.has(key))
    for (const key of entry.touches) held.add(key)
    return isFree
  })
}
