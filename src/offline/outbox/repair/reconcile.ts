import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { placeOf } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { finalStateOf } from '#src/offline/outbox/save/replace.ts'
import { repairFilesOf } from '#src/offline/outbox/save/stored-files.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type {
  CopyName,
  LossMarkerNote,
  LostChange,
  Meta,
  Mirror,
  OutboxPorts,
  StoreReader,
  StoreWriter,
  Transactions,
} from '../ports.ts'
import { judgeCopies } from './judge-copies.ts'
import { noteAll } from './loss-marker-note.ts'
import { addToLoss, lostChangeOf, lostState } from './losses.ts'

/** How many copies are read or written in parallel: thousands must neither fill the memory nor block the page. */
const MAX_PARALLEL = 50

interface CopiesFound {
  readonly entries: readonly OutboxEntry[]
  readonly meta: Meta
  readonly names: readonly CopyName[]
  /** Ids of mirrored entries whose final state is stored. */
  readonly settled: ReadonlySet<string>
  readonly note: LossMarkerNote | null
}
interface Plan {
  /** Copies to read and restore: the store lacks the entry or can't open it. */
  readonly toRestore: readonly CopyName[]
  /** Numbers that the loss marker lists as waiting and both copies lack. */
  readonly lost: readonly number[]
}

/** Compares the two copies and the loss marker. Pure. */
export function planOf({ entries, meta, names, settled, note }: CopiesFound): Plan {
  const stored = new Set(entries.filter((entry) => !isUnopened(entry)).map((entry) => entry.id))
  const seqs = new Set([...entries.map((entry) => entry.seq), ...names.map((name) => name.seq)])
  return {
    toRestore: names.filter(({ id }) => !stored.has(id) && !settled.has(id)),
    // A store that has counted past a number and no longer has it has settled it; then the note merely lags.
    lost: (note?.unsettled ?? []).filter((seq) => seq >= meta.nextSeq && !seqs.has(seq)),
  }
}

/**
 * Makes store and mirror agree before anything is added or sent. What one copy has lost is restored from the other, no
 * number is assigned twice, and a loss that neither copy can repair is recorded. Resolves to true when other tabs must
 * reread the store. The first time after a sign-in, all unsettled entries are held until the user chooses to send them.
 */
export function reconcile(ports: OutboxPorts, user: string): Promise<boolean> {
  const { mirror, lossMarker } = ports
  // Outside the attempt: writes of an attempt that lost the lock stay, so the next attempt has nothing left to change.
  let isChanged = false
  return underStoreLock(ports, user, 'exclusive', async (store, mustHold) => {
    const { names, read, isMirrorUnread } = await readCopies(store, mirror)
    const note = lossMarker.read()
    const plan = planOf({ ...read, names, note })
    const copies = await inParts(plan.toRestore, async (name) => ({ name, entry: await mirror.read(name) }))
    const judged = judgeCopies(read.entries, copies, plan, user)
    const { survivors, restored, survivingPlaces, undecidedPlaces, lost } = judged
    const known = await lossMarker.readWords(lost)
    const after = await store.write((tx) => writeRepair(tx, { ports, names, note, known, isMirrorUnread, ...judged }))
    isChanged ||= restored.length > 0 || lost.length > 0 || after.isHeld
    const sealed = new Set(names.filter(({ hasUnsealed }) => !hasUnsealed).map(placeOf))
    const unmirrored = survivors.filter((entry) => !sealed.has(placeOf(entry)))
    const useless = names.filter((name) => !survivingPlaces.has(placeOf(name)) && !undecidedPlaces.has(placeOf(name)))
    mustHold()
    await repairMirror(mirror, unmirrored, useless)
    if (await repairFilesOf({ store, mirror, mustHold }, survivors)) isChanged = true
    // With the lock lost, another page may have assigned newer numbers by now.
    mustHold()
    const { settling } = after
    const { device, nextSeq, heldUpTo, signIn } = after.meta
    const heldRange = { ...(heldUpTo !== undefined && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
    noteAll(lossMarker, { device, lastSeq: nextSeq - 1, entries: survivors, settling, ...heldRange })
    return isChanged
  })
}

interface RepairInput extends ReturnType<typeof judgeCopies> {
  readonly ports: OutboxPorts
  readonly names: readonly CopyName[]
  readonly note: LossMarkerNote | null
  readonly known: readonly LostChange[]
  /** The mirror could not be read. */
  readonly isMirrorUnread: boolean
}
async function writeRepair(tx: StoreWriter, input: RepairInput) {
  const { ports, names, note, known, survivors, restored, strays, replaced, damaged, lost } = input
  const now = ports.clock.now()
  for (const { seq } of strays) await tx.dropEntry(seq)
  await restoreEntries(tx, restored, replaced, now)
  for (const seq of lost) await tx.putFinalState(lostState(seq, idOf(damaged, seq) ?? ports.ids.uuid(), now))
  const meta = metaAfter(await tx.meta(), { names, note, survivors, restored }, ports)
  // The loss marker lags: a change settled just before a crash may still be listed as waiting. The server must confirm.
  const missing = lost.map((seq) => ({ ...lostChangeOf(seq, known), isUnconfirmed: true as const }))
  const heldRange = heldAfter(meta, input)
  await tx.putMeta({ ...meta, ...heldRange, loss: addToLoss(meta.loss, missing, now) })
  const isHeld = (heldRange.heldUpTo ?? 0) > (meta.heldUpTo ?? 0)
  return { meta: { ...meta, ...heldRange }, isHeld, settling: (await tx.settlingStates()).map(({ seq }) => seq) }
}

/**
 * What is held from now on. When the store was lost, the loss marker's note applies. Under the same sign-in the held
 * range stays and grows to cover entries restored from unsealed copies. A missing sign-in id counts as the same
 * sign-in, because one torn log can destroy the store and the id together. After a new sign-in everything unsettled is
 * held. The new sign-in is noted only once the mirror has been read.
 */
function heldAfter(
  meta: Meta,
  { ports: { signIn }, note, survivors, highestFromClear, isMirrorUnread }: RepairInput,
): Pick<Meta, 'heldUpTo' | 'signIn'> {
  const { signIn: lastSignIn, heldUpTo = 0 } = meta.signIn === undefined ? (note ?? {}) : meta
  const isSame = signIn === null || lastSignIn === signIn
  if (signIn === null && lastSignIn === undefined) return {}
  if (isSame)
    return { ...(lastSignIn !== undefined && { signIn: lastSignIn }), heldUpTo: Math.max(heldUpTo, highestFromClear) }
  return { ...(!isMirrorUnread && { signIn }), heldUpTo: survivors.length > 0 ? meta.nextSeq - 1 : 0 }
}

/** Reads both copies. Rejects when the mirror can't be read and the store is new or has lost everything. */
async function readCopies(store: Transactions, mirror: Mirror) {
  const failures: unknown[] = []
  const names = await mirror.names().catch((error: unknown) => {
    failures.push(error)
    return []
  })
  const read = await store.read((tx) => readStored(tx, names))
  // Without its mirror the outbox still shows and sends its entries; it only can't save new ones.
  if (failures.length > 0 && read.meta.device === null) throw failures[0]
  return { names, read, isMirrorUnread: failures.length > 0 }
}

/**
 * Restores entries in the store. Replaced copies get a final state, so that a copy that can't be removed now never
 * comes back as a waiting entry.
 */
async function restoreEntries(
  tx: StoreWriter,
  restored: readonly OutboxEntry[],
  replaced: readonly CopyName[],
  now: number,
): Promise<void> {
  for (const entry of restored) {
    const before = await tx.entry(entry.seq)
    if (before) await tx.putFinalState(finalStateOf(before, 'replaced', now))
    await tx.putEntry(entry)
  }
  for (const { seq, id } of replaced) await tx.putFinalState({ ...lostState(seq, id, now), state: 'replaced' })
}

const idOf = (copies: readonly { readonly name: CopyName }[], seq: number) =>
  copies.find(({ name }) => name.seq === seq)?.name.id

/** Failed writes are repeated at the next start: the store already has every entry and every final state. */
async function repairMirror(
  mirror: Mirror,
  unmirrored: readonly OutboxEntry[],
  useless: readonly CopyName[],
): Promise<void> {
  await inParts(unmirrored, (entry) => mirror.put(entry).catch(() => undefined))
  await inParts(useless, (name) => mirror.remove(name).catch(() => undefined))
}

async function inParts<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += MAX_PARALLEL)
    results.push(...(await Promise.all(all.slice(at, at + MAX_PARALLEL).map(work))))
  return results
}

async function readStored(tx: StoreReader, names: readonly CopyName[]) {
  const [entries, meta] = await Promise.all([tx.entries(), tx.meta()])
  const own = new Set(entries.map((entry) => entry.id))
  const finalStates = await Promise.all(names.filter(({ id }) => !own.has(id)).map(({ id }) => tx.finalState(id)))
  return { entries, meta, settled: new Set(finalStates.flatMap((finalState) => (finalState ? [finalState.id] : []))) }
}

function metaAfter(
  meta: Meta,
  { names, note, survivors, restored }: Pick<RepairInput, 'names' | 'note' | 'survivors' | 'restored'>,
  { ids }: OutboxPorts,
): Meta & { device: string } {
  // No number in use anywhere is assigned again. Numbers outside the valid range are ignored.
  const last = [...names, ...survivors].reduce((highest, { seq }) => Math.max(highest, seq), note?.lastSeq ?? 0)
  return {
    ...meta,
    nextSeq: [meta.nextSeq, last + 1].filter(isSeq).reduce((highest, one) => Math.max(highest, one), 1),
    // Keep the device id if any copy remembers it: the server knows earlier changes under that id.
    device: meta.device ?? restored[0]?.device ?? note?.device ?? ids.uuid(),
  }
}
