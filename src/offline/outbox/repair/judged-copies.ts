import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { placeOf } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { MirrorName } from '../ports.ts'

/** A copy, read; null where it is damaged. */
export type Copy = { readonly name: MirrorName; readonly entry: OutboxEntry | null }

/** What each of the two copies has of the entries; of the second one also what lies there in clear alone. */
interface Texts {
  readonly stored: readonly OutboxEntry[]
  readonly sealed: readonly OutboxEntry[]
  readonly clear: readonly OutboxEntry[]
}
function textsOf(stored: readonly OutboxEntry[], copies: readonly Copy[]): Texts {
  const read = (isClear: boolean) =>
    copies.flatMap(({ name, entry }) => (entry && (name.isUnsealed ?? false) === isClear ? [entry] : []))
  return { stored, sealed: read(false), clear: read(true) }
}

/**
 * Under which number each id stands, for an id is one entry's. What opens decides, the store before a copy; then what does not
 * open; what lies in clear comes last.
 */
function numbersOf({ stored, sealed, clear }: Texts): ReadonlyMap<string, number> {
  const opens = (one: OutboxEntry) => !isUnopened(one)
  const byRank = [
    clear,
    sealed.filter(isUnopened),
    stored.filter(isUnopened),
    sealed.filter(opens),
    stored.filter(opens),
  ]
  return new Map(byRank.flat().map(({ id, seq }) => [id, seq]))
}

/** Which entries stand, which of them come back, and what becomes of the other copies. */
export function judgedOf(
  stored: readonly OutboxEntry[],
  copies: readonly Copy[],
  { missing, lost }: { readonly missing: readonly MirrorName[]; readonly lost: readonly number[] },
  user: string,
) {
  const texts = textsOf(stored, copies)
  const numbers = numbersOf(texts)
  const isOwn = ({ id, seq, user: whose }: OutboxEntry) => numbers.get(id) === seq && whose === user
  const entries = stored.filter(({ id, seq }) => numbers.get(id) === seq)
  // What lies in clear fills a gap and nothing else: anyone may have put it beside what is sealed. Between two texts that both
  // came in clear the later one stands, for neither is more the user's own.
  const taken = new Set([...entries, ...texts.sealed].filter((one) => !one.isFromClear).map(({ seq }) => seq))
  const own = [...texts.sealed, ...texts.clear.filter(({ seq }) => !taken.has(seq))].filter(isOwn)
  const last = standing(entries, own)
  const stand = [...last.values()].sort((a, b) => a.seq - b.seq)
  const had = new Set(entries)
  const kept = new Set(stand.map(placeOf))
  // With a key that is missing now it may open one day: nothing that may be a person's word is thrown away for another.
  const isSure = ({ seq, id }: MirrorName) => {
    const first = last.get(seq)
    return first && !isUnopened(first) && !own.some((one) => one.id === id && isUnopened(one))
  }
  const others = missing.filter((name) => last.has(name.seq) && !kept.has(placeOf(name)))
  const damaged = copies.filter(({ name, entry }) => entry === null && !last.has(name.seq))
  const back = stand.filter((entry) => !had.has(entry))
  const clear = new Set(texts.clear)
  return {
    stand,
    kept,
    damaged,
    back,
    /** Stored entries whose id belongs to another number. */
    strays: stored.filter((entry) => !had.has(entry)),
    /** The highest number that comes back from a copy in clear; 0 for none. */
    laid: back.reduce((most, entry) => (clear.has(entry) ? Math.max(most, entry.seq) : most), 0),
    replaced: others.filter(isSure),
    left: new Set(others.filter((name) => !isSure(name)).map(placeOf)),
    lost: [...lost, ...damaged.map(({ name }) => name.seq)],
  }
}

/** Of several entries of one number the last stands: the others were replaced by it, and had not been cleared away. */
function standing(entries: readonly OutboxEntry[], copies: readonly OutboxEntry[]): ReadonlyMap<number, OutboxEntry> {
  const last = new Map<number, OutboxEntry>(entries.map((entry) => [entry.seq, entry]))
  for (const copy of copies) {
    const other = last.get(copy.seq)
    if (!other || standsBefore(copy, other)) last.set(copy.seq, copy)
  }
  return last
}
/** What does not open never stands in the place of what does; of one and the same, what opens stands. */
function standsBefore(copy: OutboxEntry, other: OutboxEntry): boolean {
  if (copy.id === other.id) return isUnopened(other) && !isUnopened(copy)
  return isLater(copy, other) && (isUnopened(other) || !isUnopened(copy))
}
const isLater = (one: OutboxEntry, other: OutboxEntry) =>
  one.revision > other.revision || (one.revision === other.revision && one.id > other.id)
