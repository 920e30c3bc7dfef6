import { hoursWords } from '#src/format/travel-words.ts'
import { dayAndTime } from './day-and-time.ts'
import type { Stop } from './track.ts'

/** "Joliet, IL · stopped 1:20 h from Sat 11/21/26 14:05". */
export function stopWords({ place, from, until }: Stop): string {
  const since = `stopped ${hoursWords((until - from) / 1000)} h from ${dayAndTime(from)}`
  return place === '' ? since : `${place} · ${since}`
}
