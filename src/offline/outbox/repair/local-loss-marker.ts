import * as z from 'zod/mini'
import { lossMarkerName } from '#src/offline/outbox/entry/names.ts'
import { count } from '#src/offline/outbox/entry/row-schemas.ts'
import { itemKeys } from '#src/session/web-storage.ts'
import type { LossMarker, LossMarkerNote } from '../ports.ts'

/** The most changes a valid note lists. Expanding a longer note, written by hand, would exhaust the memory. */
const MAX_NOTED = 20_000
/** How many numbers the ranges contain. */
const countNumbers = (ranges: Ranges) =>
  ranges.reduce<number>((sum, one) => sum + (typeof one === 'number' ? 1 : Math.max(0, one[1] - one[0] + 1)), 0)

/** Consecutive numbers are stored as first and last: the note is rewritten with each change and stays short. */
const rangesSchema = z
  .array(z.union([count, z.tuple([count, count])]))
  .check(z.refine((all) => countNumbers(all) <= MAX_NOTED))
const storedNote = z.object({
  device: z.string(),
  lastSeq: count,
  unsettled: rangesSchema,
  settling: z._default(rangesSchema, []),
  heldUpTo: z.optional(count),
  signIn: z.optional(z.string()),
})
type Ranges = readonly (number | readonly [number, number])[]

/** The numbers in ascending order, with each run of consecutive numbers as its first and last. */
export function toRanges(numbers: readonly number[]): Ranges {
  const ranges: [number, number][] = []
  for (const number of sorted(numbers)) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? first : [first, last]))
}
/** The numbers are nearly always sorted already, and there may be thousands: sorts only when necessary. */
function sorted(numbers: readonly number[]): readonly number[] {
  const isOrdered = numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? number) < number)
  return isOrdered ? numbers : [...numbers].sort((a, b) => a - b)
}
export function toNumbers(ranges: Ranges): readonly number[] {
  return ranges.flatMap((one) => {
    if (typeof one === 'number') return [one]
    const [first, last] = one
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  })
}

function parseNote(text: string): LossMarkerNote | null {
  const { data } = storedNote.safeParse(JSON.parse(text))
  if (!data) return null
  const { device, lastSeq, heldUpTo, signIn } = data
  const session = { ...(heldUpTo !== undefined && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
  return { device, lastSeq, unsettled: toNumbers(data.unsettled), settling: toNumbers(data.settling), ...session }
}

/** How many changes of how many users wait on this device. */
export interface WaitingOnDevice {
  readonly changes: number
  readonly users: number
}

/** Counts waiting changes from the loss markers, which need no key. They may lag by a few seconds. */
export function waitingOnDevice(): WaitingOnDevice {
  const [start, items] = [lossMarkerName(''), itemKeys('local')]
  const users = items.flatMap((key) => (key.startsWith(start) ? [localLossMarker(key.slice(start.length)).read()] : []))
  const counts = users.map((note) => note?.unsettled.length ?? 0).filter((count) => count > 0)
  return { changes: counts.reduce((sum, count) => sum + count, 0), users: counts.length }
}

/** The numbers in localStorage, which reaches the disk seconds late: enough to notice a loss, but not to repair it. */
export function localLossMarker(user: string): Pick<LossMarker, 'read' | 'write'> {
  const name = lossMarkerName(user)
  let last: { readonly text: string; readonly note: LossMarkerNote | null } | null = null
  return {
    read() {
      try {
        const text = localStorage.getItem(name) ?? 'null'
        // Another tab may have written the note, which is rare: unchanged text is not parsed again.
        if (last?.text !== text) last = { text, note: parseNote(text) }
        return last.note
      } catch {
        // Storage is blocked or the note is torn: there is no loss marker.
        return null
      }
    },
    write(note) {
      try {
        const text = JSON.stringify({ ...note, unsettled: toRanges(note.unsettled), settling: toRanges(note.settling) })
        localStorage.setItem(name, text)
        last = { text, note }
      } catch {
        // With localStorage full or blocked, only the notice of a loss is missing.
      }
    },
  }
}
