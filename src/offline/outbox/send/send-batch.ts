import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { presentContent, rewriteEntry } from '#src/offline/outbox/save/rewrite-entry.ts'
import { settle } from '#src/offline/outbox/settle/settle.ts'
import type { OutboxPorts, StoreWriter } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { isFrozen } from './frozen.ts'
import { mustBringFiles, type Outcome, outcomeOf } from './outcome.ts'
import type { ReplayDeps } from './replay.ts'

const NOT_TAKEN_PAUSE_MS = 60_000

type Deps = Omit<ReplayDeps, 'memory'>

const SAID_BY_SERVER: readonly Outcome['is'][] = ['done', 'conflict', 'refused', 'password']

/** With the lock in hand nobody else sends: what is on its way was left so by a tab that ended. It goes again. */
export async function takeOver({ ports, changed }: Deps, signal: AbortSignal): Promise<void> {
  const left = await ports.store.read((tx) => tx.inState('sending'))
  if (left.length === 0) return
  await ports.store.write(async (tx) => {
    if (isFrozen(signal)) return
    for (const entry of await tx.inState('sending')) await tx.put({ ...entry, state: 'waiting' })
  })
  await changed(left.map((entry) => entry.seq))
}

/** An entry on its way: as it was on record before, as it is now, and how it is read. */
interface OnItsWay {
  readonly before: OutboxEntry
  readonly entry: OutboxEntry
  readonly reading: Reading
}

/** What came of a request, for all others. */
interface Sent {
  /** How long nobody shall send, in milliseconds; null for no pause. */
  readonly pauseMs: number | null
  /** The server has made a change, or has said no to one: the way carries something. */
  readonly isAnswered: boolean
}

/**
 * Sends entries in one request and stores what came of each; null when there was nothing to send. Rejects when the disk
 * fails; each entry is then as it was, or on record as on its way.
 */
export async function sendBatch(deps: Deps, wanted: readonly OutboxEntry[], signal: AbortSignal): Promise<Sent | null> {
  const { ports, changed } = deps
  const load = await begin(deps, wanted, signal)
  if (load.length === 0) return null
  await changed(load.map(({ entry }) => entry.seq))
  const ends = await endsOf(ports, load, signal)
  const made = ends.flatMap(({ entry, reading, outcome }) =>
    outcome.is === 'done' ? [{ entry, reading, reply: outcome.reply }] : [],
  )
  if (made.length > 0) await changed(await settle(ports, made))
  const others = ends.flatMap(({ outcome, ...end }) => (outcome.is === 'done' ? [] : [{ ...end, outcome }]))
  const isAnswered = ends.some(({ outcome: { is } }) => SAID_BY_SERVER.includes(is))
  if (others.length === 0 || isFrozen(signal)) return { pauseMs: null, isAnswered }
  await putBack(ports, others, signal)
  await changed(others.map(({ entry }) => entry.seq))
  for (const { outcome, reading } of others) {
    if (outcome.is === 'conflict' || outcome.is === 'refused') ports.onDeclined(reading.command)
  }
  const pauses = others.flatMap(({ outcome }) => (outcome.is === 'later' && outcome.everyone ? outcome.afterMs : []))
  return { pauseMs: pauses.length === 0 ? null : Math.max(...pauses), isAnswered }
}

/** Sends them; answers what came of each, in their order. */
async function endsOf(ports: OutboxPorts, load: readonly OnItsWay[], signal: AbortSignal) {
  const [one, another] = load
  if (!one || another) {
    const sending = load.map(({ entry, reading }) => ({ entry, command: reading.command }))
    const facts = await ports.transport.sendTogether(sending, signal)
    return load.map((one, at) => endOf(ports, one, facts[at] ?? { kind: 'not_ours' }))
  }
  const early = one.before.files.length > 0 ? await upload(ports, one.before, signal) : null
  const along = early && (await withFiles(ports, one, early, signal))
  const facts = along ?? early ?? (await ports.transport.send(one.entry, one.reading.command, signal))
  // Of a change whose files have not all arrived the server knows nothing.
  return [endOf(ports, one, facts, (early !== null && along === null) || hasStayedHere(facts))]
}

/** What came of a change that brought its files along; null where it need not, or can't. */
async function withFiles(
  ports: OutboxPorts,
  { entry, reading }: OnItsWay,
  early: AttemptResult,
  signal: AbortSignal,
): Promise<AttemptResult | null> {
  if (!mustBringFiles(early, reading.command.endpoint)) return null
  const { filesOf } = await import('#src/offline/outbox/save/as-form.ts')
  const files = await filesOf(ports, entry)
  return 'kind' in files ? files : ports.transport.send(entry, reading.command, signal, files)
}

/** What an attempt means for an entry; `hasStayed`: the change itself was not sent. */
function endOf(
  { ids }: OutboxPorts,
  { before, entry, reading }: OnItsWay,
  facts: AttemptResult,
  hasStayed = hasStayedHere(facts),
) {
  return {
    entry,
    reading,
    outcome: outcomeOf(facts, entry.attempts, ids.chance()),
    // What never left the device is no better known to the server than before.
    wasSent: hasStayed ? before.wasSent : true,
  }
}
const hasStayedHere = ({ kind }: AttemptResult) => kind === 'offline' || kind === 'not_theirs' || kind === 'not_carried'
type NotDone = Omit<ReturnType<typeof endOf>, 'outcome'> & { readonly outcome: Exclude<Outcome, { is: 'done' }> }

/** Stores why entries are not done, and when they go again. */
function putBack({ store, clock }: OutboxPorts, ends: readonly NotDone[], signal: AbortSignal): Promise<void> {
  const at = clock.now()
  return store.write(async (tx) => {
    // It may have slept on the way here, and another tab have sent them.
    if (isFrozen(signal)) return
    for (const { entry, outcome, wasSent } of ends) {
      const now = await tx.entry(entry.seq)
      if (now?.id === entry.id) await tx.put({ ...now, ...after(outcome, entry, at), wasSent })
    }
  })
}

/**
 * The entry as the present version of its command says it: what an older version of the app has kept and never sent gets
 * the request of today, under a new id, in both copies. One that was sent goes as it was, for the server may have it.
 */
async function atPresentVersion({ ports, user, registry, changed }: Deps, wanted: OutboxEntry) {
  const reading = registry.read(wanted)
  if (!reading || wanted.wasSent || isOfToday(wanted, reading)) return wanted
  const upgraded = await rewriteEntry(ports, user, wanted.id, (now) =>
    now?.state === 'waiting' && !now.wasSent ? { ...presentContent(reading, now), earlier: reading.earlier } : null,
  ).catch((error: unknown) => {
    if (error instanceof NotSaved) return putOff(ports, wanted)
    throw error
  })
  await changed([wanted.seq])
  return upgraded
}

/** What lay in clear may send other than it says, and what its user has let go is what it says. */
function isOfToday(entry: OutboxEntry, reading: Reading): boolean {
  if (entry.commandVersion !== reading.command.version) return false
  if (!entry.isFromClear) return true
  const { request, touches } = presentContent(reading, entry)
  return JSON.stringify([request, touches]) === JSON.stringify([entry.request, entry.touches])
}

/** One that the mirror does not take in today's words waits for that; the others go on. */
async function putOff({ store, clock }: Deps['ports'], { seq, id }: OutboxEntry): Promise<null> {
  await store.write(async (tx) => {
    const now = await tx.entry(seq)
    if (now?.id === id) await tx.put({ ...now, nextTryAt: clock.now() + NOT_TAKEN_PAUSE_MS })
  })
  return null
}

/** What came of sending an entry's files, if that was not all of them. */
async function upload(ports: Deps['ports'], entry: OutboxEntry, signal: AbortSignal): Promise<AttemptResult | null> {
  const { uploadFiles } = await import('./upload.ts')
  return uploadFiles(ports, entry, { signal, isNew: !entry.wasSent && entry.attempts === 0 })
}

/**
 * Marks entries as being sent, judged by the disk alone: this tab may not have heard of an earlier change of the same
 * record, or that one is gone. Answers those that go: none from a tab that was frozen on the way here, for another sends.
 */
async function begin(deps: Deps, wanted: readonly OutboxEntry[], signal: AbortSignal): Promise<readonly OnItsWay[]> {
  const { ports, user, registry, reread } = deps
  const ready: Omit<OnItsWay, 'entry'>[] = []
  for (const one of wanted) {
    const before = await atPresentVersion(deps, one)
    const reading = before && registry.read(before)
    if (reading) ready.push({ before, reading })
  }
  if (ready.length === 0) return []
  const { going, stale } = await ports.store.write(async (tx) => {
    const going: OnItsWay[] = []
    const stale: number[] = []
    if (isFrozen(signal)) return { going, stale }
    const { heldUpTo = 0 } = await tx.meta()
    for (const { before, reading } of ready) {
      const now = await tx.entry(before.seq)
      const isToGo = now?.id === before.id && now.state === 'waiting' && now.user === user && now.seq > heldUpTo
      if (!isToGo) {
        stale.push(before.seq)
        continue
      }
      const earlier = await earlierThan(tx, now, registry.read(now)?.needs ?? [])
      stale.push(...earlier)
      if (earlier.length > 0) continue
      const entry: OutboxEntry = { ...now, state: 'sending', wasSent: true }
      await tx.put(entry)
      // As the disk has it: another tab may have sent it since this one read it.
      going.push({ before: now, entry, reading })
    }
    return { going, stale }
  })
  if (stale.length > 0) await reread(stale)
  return going
}

/** The numbers of those that an entry has to wait for. */
async function earlierThan(tx: StoreWriter, { seq, touches }: OutboxEntry, needs: readonly string[]) {
  const firsts = await Promise.all([...touches, ...needs].map((key) => tx.firstTouching(key)))
  return firsts.filter((first) => first !== undefined).filter((first) => first < seq)
}

function after(outcome: Exclude<Outcome, { is: 'done' }>, entry: OutboxEntry, now: number): Partial<OutboxEntry> {
  if (outcome.is === 'unchanged') return { state: 'waiting' }
  if (outcome.is === 'alone') return { state: 'waiting', problem: outcome.problem, nextTryAt: 0 }
  const { problem } = outcome
  const attempts = entry.attempts + 1
  if (outcome.is === 'later') return { state: 'waiting', attempts, problem, nextTryAt: now + outcome.afterMs }
  return { state: outcome.is, attempts, problem }
}
