import { MAX_DESCRIPTION, type ScheduleDay } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { plainWords } from '#contract/text/plain-text.ts'
import type { DayWanted } from '#src/areas/schedule/day/day-edit.ts'
import { shortTitle } from '#src/areas/schedule/day/day-words.ts'
import { lengthOf } from '#src/format/text-length.ts'

/** A day as a cell of a spreadsheet: "Vacation", or "Vacation: back on Monday"; empty where nothing is planned. */
export function cellText(day: Pick<ScheduleDay, 'status' | 'description'> | null): string {
  if (day === null) return ''
  const { title } = dutyStatusOf(day.status)
  return day.description === '' ? title : `${title}: ${day.description}`
}

/** Every way to write a status: as on screen, short, or as the wire has it; the longest first. */
const NAMES = DUTY_STATUSES.flatMap(({ value, title }) =>
  [title, ...title.split(' / '), shortTitle(value), value].map((name) => ({ value, name: name.toLowerCase() })),
).sort((a, b) => b.name.length - a.name.length)

/** What follows a status that is more than a status. */
const BETWEEN = /^\s*[:;,|–—-]\s*|^\s*\n\s*/

/**
 * What a cell of a spreadsheet says of a day: a status with or without a description, or nothing planned (null). A text that
 * begins with no status answers words that say so.
 */
export function cellOf(text: string): { readonly wanted: DayWanted | null } | { readonly trouble: string } {
  const said = plainWords(text)
  if (said === '' || said === '–' || said === '-') return { wanted: null }
  const lower = said.toLowerCase()
  for (const { value, name } of NAMES) {
    if (!lower.startsWith(name)) continue
    const rest = said.slice(name.length)
    if (rest.trim() === '') return { wanted: { status: value, description: '' } }
    const between = BETWEEN.exec(rest)
    if (!between) continue
    const description = rest.slice(between[0].length).trim()
    const over = lengthOf(description) - MAX_DESCRIPTION
    if (over <= 0) return { wanted: { status: value, description } }
    return {
      trouble: `A description has at most ${MAX_DESCRIPTION} characters; this one has ${MAX_DESCRIPTION + over}.`,
    }
  }
  const shown = said.length > MAX_SHOWN ? `${said.slice(0, MAX_SHOWN)}…` : said
  return {
    trouble: `“${shown}” is not a status. Write ${DUTY_STATUSES.map(({ title }) => title).join(', ')}, with “: …” behind it for a description.`,
  }
}
const MAX_SHOWN = 40
