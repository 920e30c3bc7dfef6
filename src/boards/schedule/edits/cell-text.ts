import { MAX_DESCRIPTION, type ScheduleDay } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { plainWords } from '#contract/text/plain-text.ts'
import type { WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { shortTitle } from '#src/areas/schedule/day/day-words.ts'
import { lengthOf } from '#src/format/text-length.ts'

/** A day as text of a spreadsheet cell: "Vacation", or "Vacation: back on Monday". Empty when nothing is planned. */
export function cellText(day: Pick<ScheduleDay, 'status' | 'description'> | null): string {
  if (day === null) return ''
  const { title } = dutyStatusOf(day.status)
  return day.description === '' ? title : `${title}: ${day.description}`
}

/**
 * Every accepted spelling of a status: its title, parts of the title, its short title, its wire value. Longest first.
 */
const NAMES = DUTY_STATUSES.flatMap(({ value, title }) =>
  [title, ...title.split(' / '), shortTitle(value), value].map((name) => ({ value, name: name.toLowerCase() })),
).sort((a, b) => b.name.length - a.name.length)

/** Separator between a status and its description. */
const SEPARATOR = /^\s*[:;,|–—-]\s*|^\s*\n\s*/

/**
 * Parses a spreadsheet cell: a status with or without a description, or nothing planned (null). Returns the reason in
 * `trouble` when the text does not start with a status or the description is too long.
 */
export function parseCell(text: string): { readonly wanted: WantedDay | null } | { readonly trouble: string } {
  const plain = plainWords(text)
  if (plain === '' || plain === '–' || plain === '-') return { wanted: null }
  const lower = plain.toLowerCase()
  for (const { value, name } of NAMES) {
    if (!lower.startsWith(name)) continue
    const rest = plain.slice(name.length)
    if (rest.trim() === '') return { wanted: { status: value, description: '' } }
    const between = SEPARATOR.exec(rest)
    if (!between) continue
    const description = rest.slice(between[0].length).trim()
    const over = lengthOf(description) - MAX_DESCRIPTION
    if (over <= 0) return { wanted: { status: value, description } }
    return {
      trouble: `A description has at most ${MAX_DESCRIPTION} characters; this one has ${MAX_DESCRIPTION + over}.`,
    }
  }
  const shown = plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain
  return {
    trouble: `“${shown}” is not a status. Write ${DUTY_STATUSES.map(({ title }) => title).join(', ')}, with “: …” behind it for a description.`,
  }
}
const MAX_SHOWN = 40
