import { isImplausibleDay } from '#contract/wire/record.ts'
import { DOUBTFUL, type IsoDay, shortDay } from './calendar.ts'

/**
 * A range of days: "11/20/26 – 11/28/26", "since 11/20/26", "until 11/28/26"; empty when neither day is known. With
 * `today` the text also marks days that are to come, over, or doubtful.
 */
export function datesWords(from: IsoDay | null, to: IsoDay | null, today?: IsoDay): string {
  if (today !== undefined && [from, to].some((day) => day !== null && isImplausibleDay(day)))
    return `${datesWords(from, to)}, ${DOUBTFUL}`
  const isToCome = today !== undefined && from !== null && from > today
  if (from !== null && to === null) return `${isToCome ? 'from' : 'since'} ${shortDay(from)}`
  const words = rangeWords(from, to)
  if (isToCome) return `${words}, to come`
  return today !== undefined && to !== null && to < today ? `${words}, over` : words
}

function rangeWords(from: IsoDay | null, to: IsoDay | null): string {
  if (to === null) return ''
  if (from === null) return `until ${shortDay(to)}`
  return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`
}
