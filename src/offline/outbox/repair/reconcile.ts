import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { placeOf } from '#src/offline/outbox/entry/names.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { fateOf } from '#src/offline/outbox/save/replace.ts'
import { repairFilesOf } from '#src/offline/outbox/save/stored-files.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type {
  LossMarkerNote,
  Meta,
  Mirror,
  MirrorName,
  Missing,
  OutboxPorts,
  StoreReader,
  StoreWriter,
  Transactions,
} from '../ports.ts'
import { judgedOf } from './judged-copies.ts'
import { noteAll } from './loss-marker-note.ts'
import { lossWith, lostFate, missingOf } from './losses.ts'

/** So many copies are read or written at once: thousands of them must not fill the memory, nor hold up the page. */
const AT_ONCE = 50

interface Found {
  readonly entries: readonly OutboxEntry[]
  readonly meta: Meta
  readonly names: readonly MirrorName[]
  /** Mirrored entries whose fate is known. */
  readonly settled: ReadonlySet<string>
  readonly note: LossMarkerNote | null
}
interface Plan {
  /** In the mirror alone, or not to be opened in the store: to be read and put back. */
  readonly missing: readonly MirrorName[]
  /** Noted as waiting, unknown to both stores. */
  readonly lost: readonly number[]
}

/** What the two copies and the witness say about each other. Pure. */
export function planOf({ entries, meta, names, settled, note }: Found): Plan {
  const stored = new Set(entries.filter((entry) => !isUnopened(entry)).map((entry) => entry.id))
  const seqs = new Set([...entries.map((entry) => entry.seq), ...names.map((name) => name.seq)])
  return {
    missing: names.filter(({ id }) => !stored.has(id) && !settled.has(id)),
    // A store that has counted past a number and no longer holds it has settled it; the note is only late then.
    lost: (note?.unsettled ?? []).filter((seq) => seq >= meta.nextSeq && !seqs.has(seq)),
  }
}

/**
 * Makes store and mirror agree before anything is added or sent: what one has lost comes back from the other, numbers
 * are never given twice, and a loss that neither can mend is put on record. Answers whether other tabs should read anew.
 * At the first time after a sign-in all that waits is held until the person says that it is to be sent.
 */
export function reconcile(ports: OutboxPorts, user: string): Promise<boolean> {
  const { mirror, lossMarker } = ports
  // What one attempt has written stays written when the lock is lost: the next one finds nothing to do.
  let isChanged = false
  return underStoreLock(ports, user, 'exclusive', async (store, mustHold) => {
    const { names, read, isBlind } = await found(store, mirror)
    const note = lossMarker.read()
    const plan = planOf({ ...read, names, note })
    const copies = await inParts(plan.missing, async (name) => ({ name, entry: await mirror.read(name) }))
    const judged = judgedOf(read.entries, copies, plan, user)
    const { stand, back, kept, left, lost } = judged
    const known = await lossMarker.known(lost)
    const after = await store.write((tx) => written(tx, { ports, names, note, known, isBlind, ...judged }))
    isChanged ||= back.length > 0 || lost.length > 0 || after.isHeld
    const sealed = new Set(names.filter(({ isClear }) => !isClear).map(placeOf))
    const unmirrored = stand.filter((entry) => !sealed.has(placeOf(entry)))
    const useless = names.filter((name) => !kept.has(placeOf(name)) && !left.has(placeOf(name)))
    mustHold()
    await mend(mirror, unmirrored, useless)
    if (await repairFilesOf({ store, mirror, mustHold }, stand)) isChanged = true
    // Another page may have counted on.
    mustHold()
    const { settling } = after
    const { device, nextSeq, heldUpTo, signIn } = after.meta
    const held = { ...(heldUpTo !== undefined && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
    noteAll(lossMarker, { device, lastSeq: nextSeq - 1, entries: stand, settling, ...held })
    return isChanged
  })
}

interface Writing extends ReturnType<typeof judgedOf> {
  readonly ports: OutboxPorts
  readonly names: readonly MirrorName[]
  readonly note: LossMarkerNote | null
  readonly known: readonly Missing[]
  /** The mirror could not be looked at. */
  readonly isBlind: boolean
}
async function written(tx: StoreWriter, writing: Writing) {
  const { ports, names, note, known, stand, back, strays, replaced, damaged, lost } = writing
  const now = ports.clock.now()
  for (const { seq } of strays) await tx.drop(seq)
  await putBack(tx, back, replaced, now)
  for (const seq of lost) await tx.putFate(lostFate(seq, idOf(damaged, seq) ?? ports.ids.uuid(), now))
  const meta = metaAfter(await tx.meta(), { names, note, stand, back }, ports)
  // The witness lags: what was settled a moment before the crash may stand in it as waiting.
  const missing = lost.map((seq) => ({ ...missingOf(seq, known), isUnconfirmed: true as const }))
  const held = heldAfter(meta, writing)
  await tx.putMeta({ ...meta, ...held, loss: lossWith(meta.loss, missing, now) })
  const isHeld = (held.heldUpTo ?? 0) > (meta.heldUpTo ?? 0)
  return { meta: { ...meta, ...held }, isHeld, settling: (await tx.settling()).map(({ seq }) => seq) }
}

/**
 * What is held from now on. A store that was lost goes by what was noted beside it: under the same sign-in, and also where
 * that lost its name, for one torn log may take the key with the store. What comes back from a copy in clear is held
 * whenever it comes after a sign-in. A sign-in is noted once the mirror has been looked at.
 */
function heldAfter(
  meta: Meta,
  { ports: { signIn }, note, stand, laid, isBlind }: Writing,
): Pick<Meta, 'heldUpTo' | 'signIn'> {
  const { signIn: last, heldUpTo = 0 } = meta.signIn === undefined ? (note ?? {}) : meta
  const isSame = signIn === null || last === signIn
  if (signIn === null && last === undefined) return {}
  if (isSame) return { ...(last !== undefined && { signIn: last }), heldUpTo: Math.max(heldUpTo, laid) }
  return { ...(!isBlind && { signIn }), heldUpTo: stand.length > 0 ? meta.nextSeq - 1 : 0 }
}

/** What both copies hold. Rejects when the mirror can't be looked at and the store has lost everything, or is new. */
async function found(store: Transactions, mirror: Mirror) {
  const failed: unknown[] = []
  const names = await mirror.names().catch((error: unknown) => {
    failed.push(error)
    return []
  })
  const read = await store.read((tx) => stored(tx, names))
  // Without its mirror the outbox still shows and sends what it has; it only takes nothing new.
  if (failed.length > 0 && read.meta.device === null) throw failed[0]
  return { names, read, isBlind: failed.length > 0 }
}

/** Copies that others have replaced are noted as such: one that can't be removed now never comes back as waiting. */
async function putBack(
  tx: StoreWriter,
  back: readonly OutboxEntry[],
  replaced: readonly MirrorName[],
  now: number,
): Promise<void> {
  for (const entry of back) {
    const before = await tx.entry(entry.seq)
    if (before) await tx.putFate(fateOf(before, 'replaced', now))
    await tx.put(entry)
  }
  for (const { seq, id } of replaced) await tx.putFate({ ...lostFate(seq, id, now), state: 'replaced' })
}

const idOf = (copies: readonly { readonly name: MirrorName }[], seq: number) =>
  copies.find(({ name }) => name.seq === seq)?.name.id

/** What fails here is done at the next start: the store has every entry and every fate by now. */
async function mend(mirror: Mirror, add: readonly OutboxEntry[], remove: readonly MirrorName[]): Promise<void> {
  await inParts(add, (entry) => mirror.put(entry).catch(() => undefined))
  await inParts(remove, (name) => mirror.remove(name).catch(() => undefined))
}

async function inParts<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return results
}

async function stored(tx: StoreReader, names: readonly MirrorName[]) {
  const [entries, meta] = await Promise.all([tx.entries(), tx.meta()])
  const own = new Set(entries.map((entry) => entry.id))
  const fates = await Promise.all(names.filter(({ id }) => !own.has(id)).map(({ id }) => tx.fate(id)))
  return { entries, meta, settled: new Set(fates.flatMap((fate) => (fate ? [fate.id] : []))) }
}

function metaAfter(
  meta: Meta,
  { names, note, stand, back }: Pick<Writing, 'names' | 'note' | 'stand' | 'back'>,
  { ids }: OutboxPorts,
): Meta & { device: string } {
  // No number that stands anywhere is given again, and none is beyond what is held.
  const last = [...names, ...stand].reduce((most, { seq }) => Math.max(most, seq), note?.lastSeq ?? 0)
  return {
    ...meta,
    nextSeq: [meta.nextSeq, last + 1].filter(isSeq).reduce((most, one) => Math.max(most, one), 1),
    // The same device as before if anything remembers: the server knows its earlier changes by that name.
    device: meta.device ?? back[0]?.device ?? note?.device ?? ids.uuid(),
  }
}
