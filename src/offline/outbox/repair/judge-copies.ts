import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { placeOf } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import type { CopyName } from '../ports.ts'

/** A copy read from the mirror. `entry` is null when the copy is damaged. */
export type Copy = { readonly name: CopyName; readonly entry: OutboxEntry | null }

/** All versions of the entries: from the store, sealed in the mirror, and only unsealed in the mirror. */
interface EntryVersions {
  readonly stored: readonly OutboxEntry[]
  readonly sealed: readonly OutboxEntry[]
  readonly unsealed: readonly OutboxEntry[]
}
function versionsOf(stored: readonly OutboxEntry[], copies: readonly Copy[]): EntryVersions {
  const read = (isUnsealed: boolean) =>
    copies.flatMap(({ name, entry }) => (entry && (name.isUnsealed ?? false) === isUnsealed ? [entry] : []))
  return { stored, sealed: read(false), unsealed: read(true) }
}

/**
 * The sequence number of each id, because an id belongs to one entry. Versions that open decide, the store before the
 * sealed copies; then versions that do not open, in the same order; unsealed copies come last.
 */
function seqById({ stored, sealed, unsealed }: EntryVersions): ReadonlyMap<string, number> {
  const opens = (one: OutboxEntry) => !isUnopened(one)
  const byRank = [
    unsealed,
    sealed.filter(isUnopened),
    stored.filter(isUnopened),
    sealed.filter(opens),
    stored.filter(opens),
  ]
  return new Map(byRank.flat().map(({ id, seq }) => [id, seq]))
}

/** Decides which entries survive, which of them are restored from the mirror, and what happens to the other copies. */
export function judgeCopies(
  stored: readonly OutboxEntry[],
  copies: readonly Copy[],
  { toRestore, lost }: { readonly toRestore: readonly CopyName[]; readonly lost: readonly number[] },
  user: string,
) {
  const versions = versionsOf(stored, copies)
  const seqs = seqById(versions)
  const isOwn = ({ id, seq, user: owner }: OutboxEntry) => seqs.get(id) === seq && owner === user
  const entries = stored.filter(({ id, seq }) => seqs.get(id) === seq)
  // An unsealed copy only fills a gap: anyone may have put it next to the sealed data. Of two versions that were both
  // read unsealed, the later one wins, because neither is more trustworthy.
  const covered = new Set([...entries, ...versions.sealed].filter((one) => !one.isFromClear).map(({ seq }) => seq))
  const ownCopies = [...versions.sealed, ...versions.unsealed.filter(({ seq }) => !covered.has(seq))].filter(isOwn)
  const latest = latestPerSeq(entries, ownCopies)
  const survivors = [...latest.values()].sort((a, b) => a.seq - b.seq)
  const validStored = new Set(entries)
  const survivingPlaces = new Set(survivors.map(placeOf))
  // Data that does not open now may open once its key is back: a possible change of the user is never deleted for
  // another.
  const isDecided = ({ seq, id }: CopyName) => {
    const first = latest.get(seq)
    return first && !isUnopened(first) && !ownCopies.some((one) => one.id === id && isUnopened(one))
  }
  const others = toRestore.filter((name) => latest.has(name.seq) && !survivingPlaces.has(placeOf(name)))
  const damaged = copies.filter(({ name, entry }) => entry === null && !latest.has(name.seq))
  const restored = survivors.filter((entry) => !validStored.has(entry))
  const unsealed = new Set(versions.unsealed)
  return {
    survivors,
    survivingPlaces,
    damaged,
    restored,
    /** Stored entries whose id belongs to another number. */
    strays: stored.filter((entry) => !validStored.has(entry)),
    /** The highest number restored from an unsealed copy; 0 for none. */
    highestFromClear: restored.reduce(
      (highest, entry) => (unsealed.has(entry) ? Math.max(highest, entry.seq) : highest),
      0,
    ),
    replaced: others.filter(isDecided),
    undecidedPlaces: new Set(others.filter((name) => !isDecided(name)).map(placeOf)),
    lost: [...lost, ...damaged.map(({ name }) => name.seq)],
  }
}

/** Of several entries with one number the latest survives: it replaced the others, which had not been removed yet. */
function latestPerSeq(
  entries: readonly OutboxEntry[],
  copies: readonly OutboxEntry[],
): ReadonlyMap<number, OutboxEntry> {
  const latest = new Map<number, OutboxEntry>(entries.map((entry) => [entry.seq, entry]))
  for (const copy of copies) {
    const known = latest.get(copy.seq)
    if (!known || supersedes(copy, known)) latest.set(copy.seq, copy)
  }
  return latest
}
/** An entry that does not open never replaces one that opens. Of two versions of one id, the one that opens wins. */
function supersedes(copy: OutboxEntry, other: OutboxEntry): boolean {
  if (copy.id === other.id) return isUnopened(other) && !isUnopened(copy)
  return isLater(copy, other) && (isUnopened(other) || !isUnopened(copy))
}
const isLater = (one: OutboxEntry, other: OutboxEntry) =>
  one.revision > other.revision || (one.revision === other.revision && one.id > other.id)
