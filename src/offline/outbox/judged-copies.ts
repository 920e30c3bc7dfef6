import type { OutboxEntry } from './entry.ts'
import type { MirrorName } from './ports.ts'
import { isUnopened } from './unopened.ts'

/** An entry or a copy by its number and its id: either alone may be another's. */
export const placeOf = ({ seq, id }: Pick<MirrorName, 'seq' | 'id'>) => `${seq}/${id}`

/** A copy, read; null where it is damaged. */
export type Copy = { readonly name: MirrorName; readonly entry: OutboxEntry | null }

/**
 * Which copies are believed. What lies in clear fills a gap and nothing else: beside what is sealed anyone may have put it
 * there.
 */
function believed(entries: readonly OutboxEntry[], copies: readonly Copy[], owners: Owners): readonly Copy[] {
  const sealed = copies.flatMap(({ name, entry }) => (entry && !name.isUnsealed ? [entry] : []))
  // Between two texts that both came in clear the later one stands: neither is more the user's own.
  const taken = new Set([...entries, ...sealed].filter(({ isFromClear }) => !isFromClear).map(({ seq }) => seq))
  const isOwn = ({ id, seq }: MirrorName) => (owners.get(id) ?? seq) === seq
  return copies.filter(({ name }) => isOwn(name) && !(name.isUnsealed && taken.has(name.seq)))
}

/** Under which number each id stands: an id is one entry's. */
type Owners = ReadonlyMap<string, number>

/** What opens says it, the store's before a copy's; then what does not open; what lies in clear comes last. */
function ownersOf(entries: readonly OutboxEntry[], copies: readonly Copy[]): Owners {
  const sealed = copies.flatMap(({ name, entry }) => (entry && !name.isUnsealed ? [entry] : []))
  const clear = copies.flatMap(({ name, entry }) => (entry && name.isUnsealed ? [entry] : []))
  const opens = (one: OutboxEntry) => !isUnopened(one)
  const byRank = [
    clear,
    sealed.filter(isUnopened),
    entries.filter(isUnopened),
    sealed.filter(opens),
    entries.filter(opens),
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
  const owners = ownersOf(stored, copies)
  const entries = stored.filter(({ id, seq }) => owners.get(id) === seq)
  const trusted = believed(entries, copies, owners)
  const own = trusted.flatMap(({ entry }) => (entry?.user === user ? [entry] : []))
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
  const unsealed = new Set(copies.flatMap(({ name, entry }) => (name.isUnsealed && entry ? [entry] : [])))
  return {
    stand,
    kept,
    damaged,
    back,
    /** Under an id that is another number's. */
    strays: stored.filter((entry) => !had.has(entry)),
    /** The highest number that comes back from a copy in clear; 0 for none. */
    laid: back.reduce((most, entry) => (unsealed.has(entry) ? Math.max(most, entry.seq) : most), 0),
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
