import type { OutboxEntry } from './entry.ts'
import { storeLock } from './names.ts'
import type { Meta, Mirror, MirrorName, OutboxPorts, StoreReader, WitnessNote } from './ports.ts'

/** A copy in the mirror protects for as long as it is there; what became of other entries is kept this long. */
const FATES_KEPT_MS = 90 * 24 * 60 * 60_000

interface Found {
  readonly entries: readonly OutboxEntry[]
  readonly meta: Meta
  readonly names: readonly MirrorName[]
  /** Mirrored entries whose fate is known. */
  readonly settled: ReadonlySet<string>
  readonly note: WitnessNote | null
}
interface Plan {
  /** In the mirror alone: to be read and put back. */
  readonly missing: readonly MirrorName[]
  /** In the store alone: to be mirrored. */
  readonly unmirrored: readonly OutboxEntry[]
  /** Copies of what is settled. */
  readonly leftover: readonly MirrorName[]
  /** Noted as waiting, unknown to both stores. */
  readonly lost: readonly number[]
}

/** What the two copies and the witness say about each other. Pure. */
export function planOf({ entries, meta, names, settled, note }: Found): Plan {
  const stored = new Set(entries.map((entry) => entry.id))
  const mirrored = new Set(names.map((name) => name.id))
  const seqs = new Set([...entries.map((entry) => entry.seq), ...names.map((name) => name.seq)])
  return {
    missing: names.filter(({ id }) => !stored.has(id) && !settled.has(id)),
    unmirrored: entries.filter(({ id }) => !mirrored.has(id)),
    leftover: names.filter(({ id }) => !stored.has(id) && settled.has(id)),
    // A store that has counted past a number and no longer holds it has settled it; the note is only late then.
    lost: (note?.unsettled ?? []).filter((seq) => seq >= meta.nextSeq && !seqs.has(seq)),
  }
}

/**
 * Makes store and mirror agree before anything is added or sent: what one has lost comes back from the other, numbers
 * are never given twice, and a loss that neither can mend is put on record. Answers whether other tabs should read anew.
 */
export function reconcile(ports: OutboxPorts, user: string): Promise<boolean> {
  const { store, mirror, witness, locks } = ports
  return locks.hold(storeLock(user), 'exclusive', async () => {
    // Without its mirror the outbox still shows and sends what it has; it only takes nothing new.
    const names = await mirror.names().catch(() => [])
    const read = await store.read((tx) => stored(tx, names))
    const note = witness.read()
    const plan = planOf({ ...read, names, note })
    const copies = await Promise.all(plan.missing.map((name) => mirror.read(name)))
    const back = latestOfSeq(copies.flatMap((copy) => (copy?.user === user ? [copy] : [])))
    const damaged = copies.filter((copy) => copy === null).length
    const meta = await store.write(async (tx) => {
      for (const entry of back) await tx.put(entry)
      const now = metaAfter(await tx.meta(), names, note, back, ports)
      const count = plan.lost.length + damaged
      const loss = count > 0 ? { count: count + (now.loss?.count ?? 0), foundAt: ports.clock.now() } : now.loss
      await tx.putMeta({ ...now, loss })
      for (const fate of await tx.fatesBefore(ports.clock.now() - FATES_KEPT_MS)) {
        if (!names.some(({ id }) => id === fate.id)) await tx.dropFate(fate.id)
      }
      return now
    })
    const useless = plan.missing.filter(({ id }) => !back.some((entry) => entry.id === id))
    await mend(mirror, plan.unmirrored, [...plan.leftover, ...useless])
    const unsettled = [...read.entries, ...back].map((entry) => entry.seq)
    witness.write({ device: meta.device, lastSeq: meta.nextSeq - 1, unsettled })
    return back.length > 0 || plan.lost.length + damaged > 0
  })
}

/** Two copies of one number: a change that was tried again under a new id, whose first copy was not yet removed. */
function latestOfSeq(copies: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const latest = new Map<number, OutboxEntry>()
  for (const copy of copies) {
    const other = latest.get(copy.seq)
    if (!other || other.id < copy.id) latest.set(copy.seq, copy)
  }
  return [...latest.values()]
}

/** What fails here is done at the next start: the store has every entry and every fate by now. */
async function mend(mirror: Mirror, add: readonly OutboxEntry[], remove: readonly MirrorName[]): Promise<void> {
  await Promise.allSettled([...add.map((entry) => mirror.put(entry)), ...remove.map((name) => mirror.remove(name))])
}

async function stored(tx: StoreReader, names: readonly MirrorName[]) {
  const [entries, meta] = await Promise.all([tx.entries(), tx.meta()])
  const own = new Set(entries.map((entry) => entry.id))
  const fates = await Promise.all(names.filter(({ id }) => !own.has(id)).map(({ id }) => tx.fate(id)))
  return { entries, meta, settled: new Set(fates.flatMap((fate) => (fate ? [fate.id] : []))) }
}

function metaAfter(
  meta: Meta,
  names: readonly MirrorName[],
  note: WitnessNote | null,
  back: readonly OutboxEntry[],
  { ids }: OutboxPorts,
): Meta & { device: string } {
  const last = names.reduce((most, { seq }) => Math.max(most, seq), note?.lastSeq ?? 0)
  return {
    ...meta,
    nextSeq: Math.max(meta.nextSeq, last + 1),
    // The same device as before if anything remembers: the server knows its earlier changes by that name.
    device: meta.device ?? back[0]?.device ?? note?.device ?? ids.uuid(),
  }
}
