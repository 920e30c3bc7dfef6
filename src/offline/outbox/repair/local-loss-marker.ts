import * as z from 'zod/mini'
import { lossMarkerName } from '#src/offline/outbox/entry/names.ts'
import { count } from '#src/offline/outbox/entry/row-forms.ts'
import { itemKeys } from '#src/session/web-storage.ts'
import type { LossMarker, LossMarkerNote } from '../ports.ts'

/** A note of more than so many changes was laid there by hand: to count them out would take the page's memory. */
const MAX_NOTED = 20_000
/** How many numbers stretches have. */
const lengthOf = (stretches: Ranges) =>
  stretches.reduce<number>((sum, one) => sum + (typeof one === 'number' ? 1 : Math.max(0, one[1] - one[0] + 1)), 0)

/** Thousands of numbers in a row are two: the note is read and written with each change. */
const ranges = z.array(z.union([count, z.tuple([count, count])])).check(z.refine((all) => lengthOf(all) <= MAX_NOTED))
const stored = z.object({
  device: z.string(),
  lastSeq: count,
  unsettled: ranges,
  settling: z._default(ranges, []),
  heldUpTo: z.optional(count),
  signIn: z.optional(z.string()),
})
type Ranges = readonly (number | readonly [number, number])[]

/** Numbers in order, with stretches of them as their ends. */
export function asRanges(numbers: readonly number[]): Ranges {
  const found: [number, number][] = []
  for (const number of inOrder(numbers)) {
    const last = found.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([first, last]) => (first === last ? first : [first, last]))
}
/** They nearly always are, and there may be thousands. */
function inOrder(numbers: readonly number[]): readonly number[] {
  const isOrdered = numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? number) < number)
  return isOrdered ? numbers : [...numbers].sort((a, b) => a - b)
}
export function asNumbers(stretches: Ranges): readonly number[] {
  return stretches.flatMap((one) => {
    if (typeof one === 'number') return [one]
    const [first, last] = one
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  })
}

function parsed(text: string): LossMarkerNote | null {
  const { data } = stored.safeParse(JSON.parse(text))
  if (!data) return null
  const { device, lastSeq, heldUpTo, signIn } = data
  const held = { ...(heldUpTo !== undefined && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
  return { device, lastSeq, unsettled: asNumbers(data.unsettled), settling: asNumbers(data.settling), ...held }
}

/** How many changes wait on this device, whoever made them. */
export interface WaitingHere {
  readonly changes: number
  readonly users: number
}

/** As far as the notes say: no key is needed to read them, and they may be a few seconds late. */
export function waitingHere(): WaitingHere {
  const [start, items] = [lossMarkerName(''), itemKeys('local')]
  const users = items.flatMap((key) => (key.startsWith(start) ? [localLossMarker(key.slice(start.length)).read()] : []))
  const counts = users.map((note) => note?.unsettled.length ?? 0).filter((count) => count > 0)
  return { changes: counts.reduce((sum, count) => sum + count, 0), users: counts.length }
}

/** The numbers in localStorage, which reaches the disk seconds late: good enough to notice a loss, never to mend one. */
export function localLossMarker(user: string): Pick<LossMarker, 'read' | 'write'> {
  const name = lossMarkerName(user)
  let last: { readonly text: string; readonly note: LossMarkerNote | null } | null = null
  return {
    read() {
      try {
        const text = localStorage.getItem(name) ?? 'null'
        // Another tab may have written; mostly none has.
        if (last?.text !== text) last = { text, note: parsed(text) }
        return last.note
      } catch {
        // Blocked or torn: no witness then.
        return null
      }
    },
    write(next) {
      try {
        const text = JSON.stringify({ ...next, unsettled: asRanges(next.unsettled), settling: asRanges(next.settling) })
        localStorage.setItem(name, text)
        last = { text, note: next }
      } catch {
        // A full or blocked localStorage only costs the notice of a loss.
      }
    },
  }
}
