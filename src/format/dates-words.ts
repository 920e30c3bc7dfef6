import { type IsoDay, shortDay } from './calendar.ts'

/** "11/20/26 – 11/28/26", "since 11/20/26", "until 11/28/26"; empty when neither day is known. */
export function datesWords(from: IsoDay | null, to: IsoDay | null): string {
  if (from !== null && to !== null) return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`
  if (from !== null) return `since ${shortDay(from)}`
  return to === null ? '' : `until ${shortDay(to)}`
}
