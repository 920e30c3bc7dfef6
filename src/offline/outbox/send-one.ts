import type { OutboxEntry } from './entry.ts'
import { isFrozen } from './frozen.ts'
import { NotKept } from './not-kept.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Facts } from './ports.ts'
import type { ReplayDeps } from './replay.ts'
import { presentContent, restateEntry } from './restate.ts'
import { settle } from './settle.ts'

const NOT_TAKEN_PAUSE_MS = 60_000

type Deps = Omit<ReplayDeps, 'memory'>

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

/**
 * Sends one entry and stores what came of it. Answers how long, in milliseconds, nobody shall send; null for no pause.
 * Rejects when the disk fails; the entry is then as it was, or on record as on its way.
 */
export async function sendOne(deps: Deps, wanted: OutboxEntry, signal: AbortSignal): Promise<number | null> {
  const { ports, registry, changed } = deps
  const present = await atPresentVersion(deps, wanted)
  const reading = present && registry.read(present)
  const entry = reading && (await begin(deps, present))
  if (!entry) return null
  const { command } = reading
  await changed([entry.seq])
  // Of a change whose files have not all arrived the server knows nothing.
  const early = entry.files.length > 0 ? await upload(ports, present, signal) : null
  const facts = early ?? (await ports.transport.send(entry, command, signal))
  // What never left the device is no better known to the server than before.
  const wasSent = early || facts.kind === 'offline' || facts.kind === 'not_theirs' ? present.wasSent : true
  const outcome = outcomeOf(facts, entry.attempts, ports.ids.chance())
  if (outcome.is === 'done') {
    await changed(await settle(ports, entry, reading, outcome.reply))
    return null
  }
  if (isFrozen(signal)) return null
  await ports.store.write(async (tx) => {
    const now = await tx.entry(entry.seq)
    if (now?.id === entry.id) await tx.put({ ...now, ...after(outcome, entry, ports.clock.now()), wasSent })
  })
  await changed([entry.seq])
  if (outcome.is === 'conflict' || outcome.is === 'refused') ports.onDeclined(command)
  return outcome.is === 'later' && outcome.everyone ? outcome.afterMs : null
}

/**
 * The entry as the present version of its command says it: what an older version of the app has kept and never sent gets
 * the request of today, under a new id, in both copies. One that was sent goes as it was, for the server may have it.
 */
async function atPresentVersion({ ports, user, registry, changed }: Deps, wanted: OutboxEntry) {
  const reading = registry.read(wanted)
  if (!reading || wanted.wasSent || wanted.commandVersion === reading.command.version) return wanted
  const upgraded = await restateEntry(ports, user, wanted.id, (now) =>
    now?.state === 'waiting' && !now.wasSent ? { ...presentContent(reading, now), earlier: reading.earlier } : null,
  ).catch((error: unknown) => {
    if (error instanceof NotKept) return putOff(ports, wanted)
    throw error
  })
  await changed([wanted.seq])
  return upgraded
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
async function upload(ports: Deps['ports'], entry: OutboxEntry, signal: AbortSignal): Promise<Facts | null> {
  const { uploadFiles } = await import('./upload.ts')
  return uploadFiles(ports, entry, { signal, isNew: !entry.wasSent && entry.attempts === 0 })
}

/**
 * Marks an entry as being sent, judged by the disk alone: this tab may not have heard of an earlier change of the same
 * record, or that this one is gone.
 */
async function begin({ ports, user, registry, changed }: Deps, wanted: OutboxEntry): Promise<OutboxEntry | null> {
  const { entry, stale } = await ports.store.write(async (tx) => {
    const now = await tx.entry(wanted.seq)
    if (!now || now.id !== wanted.id || now.state !== 'waiting' || now.user !== user) {
      return { entry: null, stale: [wanted.seq] }
    }
    const waitedFor = [...now.touches, ...(registry.read(now)?.needs ?? [])]
    const firsts = await Promise.all(waitedFor.map((key) => tx.firstTouching(key)))
    const earlier = firsts.filter((seq) => seq !== undefined).filter((seq) => seq < now.seq)
    if (earlier.length > 0) return { entry: null, stale: earlier }
    const sending: OutboxEntry = { ...now, state: 'sending', wasSent: true }
    await tx.put(sending)
    return { entry: sending, stale: [] }
  })
  if (stale.length > 0) await changed(stale)
  return entry
}

function after(outcome: Exclude<Outcome, { is: 'done' }>, entry: OutboxEntry, now: number): Partial<OutboxEntry> {
  if (outcome.is === 'unchanged') return { state: 'waiting' }
  const { problem } = outcome
  const attempts = entry.attempts + 1
  if (outcome.is === 'later') return { state: 'waiting', attempts, problem, nextTryAt: now + outcome.afterMs }
  return { state: outcome.is, attempts, problem }
}
