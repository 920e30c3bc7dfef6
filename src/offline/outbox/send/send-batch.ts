import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { currentContent, rewriteEntry } from '#src/offline/outbox/save/rewrite-entry.ts'
import { keepPhotos } from '#src/offline/outbox/settle/keep-photos.ts'
import { settle } from '#src/offline/outbox/settle/settle.ts'
import type { OutboxPorts, StoreWriter } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { isFrozen } from './frozen.ts'
import { noteUploadProgress } from './note-progress.ts'
import { mustSendFilesInForm, type Outcome, outcomeOf } from './outcome.ts'
import type { ReplayDeps } from './replay.ts'

const NOT_SAVED_PAUSE_MS = 60_000

type Deps = Omit<ReplayDeps, 'memory'>

const SERVER_OUTCOMES: readonly Outcome['is'][] = ['done', 'conflict', 'refused', 'password']

/**
 * Makes entries stored as `sending` wait again. While this tab has the lock no other tab sends, so they were left by a
 * tab that ended.
 */
export async function resetInterrupted({ ports, announce }: Deps, signal: AbortSignal): Promise<void> {
  const interrupted = await ports.store.read((tx) => tx.entriesInState('sending'))
  if (interrupted.length === 0) return
  await ports.store.write(async (tx) => {
    if (isFrozen(signal)) return
    for (const entry of await tx.entriesInState('sending')) await tx.putEntry({ ...entry, state: 'waiting' })
  })
  await announce(interrupted.map((entry) => entry.seq))
}

/** An entry being sent: as it was stored before, as it is stored now, and its reading. */
interface InFlightEntry {
  readonly before: OutboxEntry
  readonly entry: OutboxEntry
  readonly reading: Reading
}

/** What a request means for the other entries. */
interface BatchResult {
  /** How long no tab must send, in milliseconds; null for no pause. */
  readonly pauseMs: number | null
  /** The server has applied or declined a change: the connection works. */
  readonly isAnswered: boolean
}

/**
 * Sends entries in one request and stores the outcome of each. Null when there was nothing to send. Rejects when the
 * disk fails; each entry is then unchanged or stored as `sending`.
 */
export async function sendBatch(
  deps: Deps,
  wanted: readonly OutboxEntry[],
  signal: AbortSignal,
): Promise<BatchResult | null> {
  const { ports, announce, takeRows } = deps
  const batch = await markAsSending(deps, wanted, signal)
  if (batch.length === 0) return null
  await announce(batch.map(({ entry }) => entry.seq))
  const ends = await attemptBatch(ports, batch, signal)
  const done = ends.flatMap(({ entry, reading, outcome }) =>
    outcome.is === 'done' ? [{ entry, reading, reply: outcome.reply, rows: outcome.rows }] : [],
  )
  const { applied, keepRest } = await keepPhotos(ports, done, signal)
  // First: what is settled need not be fetched then.
  if (applied[0]?.rows) {
    takeRows(
      applied.map(({ entry }) => entry.id),
      applied[0].rows,
    )
  }
  if (applied.length > 0) await announce(await settle(ports, applied))
  await keepRest()
  const unfinished = ends.flatMap(({ outcome, ...end }) => (outcome.is === 'done' ? [] : [{ ...end, outcome }]))
  const isAnswered = ends.some(({ outcome: { is } }) => SERVER_OUTCOMES.includes(is))
  if (unfinished.length === 0 || isFrozen(signal)) return { pauseMs: null, isAnswered }
  await storeUnfinished(ports, unfinished, signal)
  await announce(unfinished.map(({ entry }) => entry.seq))
  for (const { outcome, reading } of unfinished) {
    if (outcome.is === 'conflict' || outcome.is === 'refused') ports.onDeclined(reading.command)
  }
  const pauses = unfinished.flatMap(({ outcome }) =>
    outcome.is === 'later' && outcome.pausesAll ? outcome.afterMs : [],
  )
  return { pauseMs: pauses.length === 0 ? null : Math.max(...pauses), isAnswered }
}

/** Sends the entries and returns the outcome of each, in order. */
async function attemptBatch(ports: OutboxPorts, batch: readonly InFlightEntry[], signal: AbortSignal) {
  const [one, another] = batch
  if (!one || another) {
    const sending = batch.map(({ entry, reading }) => ({ entry, command: reading.command }))
    const results = await ports.transport.sendBatch(sending, signal)
    return batch.map((one, index) => attemptEnd(ports, one, results[index] ?? { kind: 'not_ours' }))
  }
  if (one.before.files.length > 0) return [await attemptWithFiles(ports, one, signal)]
  return [attemptEnd(ports, one, await ports.transport.send(one.entry, one.reading.command, signal))]
}

/** Sends an entry with its files and returns the outcome. */
async function attemptWithFiles(ports: OutboxPorts, one: InFlightEntry, signal: AbortSignal) {
  try {
    const uploadResult = await upload(ports, one.before, signal)
    const formResult = uploadResult && (await sendWithFiles(ports, one, uploadResult, signal))
    const result = formResult ?? uploadResult ?? (await ports.transport.send(one.entry, one.reading.command, signal))
    // While its files have not all arrived, the change itself was not sent.
    const isUnsent = (uploadResult !== null && formResult === null) || neverLeftDevice(result)
    return { ...attemptEnd(ports, one, result, isUnsent), areFilesSent: uploadResult === null }
  } finally {
    // Only now: until the server has the change, the line tells its files. After a freeze another tab tells its own.
    if (!isFrozen(signal)) noteUploadProgress(one.before, null)
  }
}

/** Sends a change as a form with its files. Null when that is not necessary or not possible. */
async function sendWithFiles(
  ports: OutboxPorts,
  { entry, reading }: InFlightEntry,
  uploadResult: AttemptResult,
  signal: AbortSignal,
): Promise<AttemptResult | null> {
  if (!mustSendFilesInForm(uploadResult, reading.command.endpoint)) return null
  const { filesOf } = await import('#src/offline/outbox/save/multipart-form.ts')
  const files = await filesOf(ports, entry)
  return 'kind' in files ? files : ports.transport.send(entry, reading.command, signal, files)
}

/** What an attempt means for an entry. `isUnsent`: the change itself was not sent. */
function attemptEnd(
  { ids }: OutboxPorts,
  { before, entry, reading }: InFlightEntry,
  result: AttemptResult,
  isUnsent = neverLeftDevice(result),
) {
  return {
    entry,
    reading,
    outcome: outcomeOf(result, entry.attempts, ids.random()),
    // When the change never left the device, the server knows as much of it as before.
    wasSent: isUnsent ? before.wasSent : true,
    /** Whether the server has all files of the entry, which has some. */
    areFilesSent: false,
  }
}
const neverLeftDevice = ({ kind }: AttemptResult) =>
  kind === 'offline' || kind === 'not_theirs' || kind === 'not_carried'
type UnfinishedEnd = Omit<ReturnType<typeof attemptEnd>, 'outcome'> & {
  readonly outcome: Exclude<Outcome, { is: 'done' }>
}

/** Stores why entries are not done and when they are tried again. */
function storeUnfinished(
  { store, clock }: OutboxPorts,
  ends: readonly UnfinishedEnd[],
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  return store.write(async (tx) => {
    // The tab may have been frozen before this transaction, and another tab may have sent the entries.
    if (isFrozen(signal)) return
    for (const { entry, outcome, wasSent, areFilesSent } of ends) {
      const now = await tx.entry(entry.seq)
      if (now?.id !== entry.id) continue
      const files = areFilesSent ? now.files.map((file) => ({ ...file, sent: file.size })) : now.files
      await tx.putEntry({ ...now, ...unfinishedFields(outcome, entry, at), wasSent, files })
    }
  })
}

/**
 * The entry, rewritten for the current version of its command. An entry that an older version of the app saved and
 * never sent gets today's request and a new id, in both copies. An entry that was sent stays as it is, because the
 * server may have it.
 */
async function upgradeEntry({ ports, user, registry, announce }: Deps, wanted: OutboxEntry) {
  const reading = registry.read(wanted)
  if (!reading || wanted.wasSent || isCurrent(wanted, reading)) return wanted
  const upgraded = await rewriteEntry(ports, user, wanted.id, (now) =>
    now?.state === 'waiting' && !now.wasSent ? { ...currentContent(reading, now), earlier: reading.earlier } : null,
  ).catch((error: unknown) => {
    if (error instanceof NotSaved) return postpone(ports, wanted)
    throw error
  })
  await announce([wanted.seq])
  return upgraded
}

/**
 * Whether the stored request is the one that today's command makes of the input. An entry that was stored unsealed may
 * carry a request that differs from its text; the user agreed to the text.
 */
function isCurrent(entry: OutboxEntry, reading: Reading): boolean {
  if (entry.commandVersion !== reading.command.version) return false
  if (!entry.isFromClear) return true
  const { request, touches } = currentContent(reading, entry)
  return JSON.stringify([request, touches]) === JSON.stringify([entry.request, entry.touches])
}

/** Delays an entry whose rewritten form could not be saved. The other entries go on. */
async function postpone({ store, clock }: Deps['ports'], { seq, id }: OutboxEntry): Promise<null> {
  await store.write(async (tx) => {
    const now = await tx.entry(seq)
    if (now?.id === id) await tx.putEntry({ ...now, nextTryAt: clock.now() + NOT_SAVED_PAUSE_MS })
  })
  return null
}

/** Sends the files of an entry. Null when the server has all of them, else the result of the failed attempt. */
async function upload(ports: Deps['ports'], entry: OutboxEntry, signal: AbortSignal): Promise<AttemptResult | null> {
  const { uploadFiles } = await import('./upload.ts')
  return uploadFiles(ports, entry, { signal, isNew: !entry.wasSent && entry.attempts === 0 })
}

/**
 * Marks entries as `sending`. Only the disk decides which may go, because this tab may not know of an earlier change of
 * the same record, or may not know that such a change is gone. Returns the marked entries: none when the tab was frozen
 * before the transaction, because another tab may be sending.
 */
async function markAsSending(
  deps: Deps,
  wanted: readonly OutboxEntry[],
  signal: AbortSignal,
): Promise<readonly InFlightEntry[]> {
  const { ports, user, registry, reread } = deps
  const ready: Omit<InFlightEntry, 'entry'>[] = []
  for (const one of wanted) {
    const before = await upgradeEntry(deps, one)
    const reading = before && registry.read(before)
    if (reading) ready.push({ before, reading })
  }
  if (ready.length === 0) return []
  const { going, stale } = await ports.store.write(async (tx) => {
    const going: InFlightEntry[] = []
    const stale: number[] = []
    if (isFrozen(signal)) return { going, stale }
    const { heldUpTo = 0 } = await tx.meta()
    for (const { before, reading } of ready) {
      const now = await tx.entry(before.seq)
      const maySend = now?.id === before.id && now.state === 'waiting' && now.user === user && now.seq > heldUpTo
      if (!maySend) {
        stale.push(before.seq)
        continue
      }
      const earlier = await earlierSeqs(tx, now, registry.read(now)?.dependsOn ?? [])
      stale.push(...earlier)
      if (earlier.length > 0) continue
      const entry: OutboxEntry = { ...now, state: 'sending', wasSent: true }
      await tx.putEntry(entry)
      // `now` comes from the disk: another tab may have sent the entry since this tab read it.
      going.push({ before: now, entry, reading })
    }
    return { going, stale }
  })
  if (stale.length > 0) await reread(stale)
  return going
}

/** The sequence numbers of earlier entries that an entry must wait for. */
async function earlierSeqs(tx: StoreWriter, { seq, touches }: OutboxEntry, dependsOn: readonly string[]) {
  const firsts = await Promise.all([...touches, ...dependsOn].map((key) => tx.firstTouching(key)))
  return firsts.filter((first) => first !== undefined).filter((first) => first < seq)
}

function unfinishedFields(
  outcome: Exclude<Outcome, { is: 'done' }>,
  entry: OutboxEntry,
  now: number,
): Partial<OutboxEntry> {
  if (outcome.is === 'unchanged') return { state: 'waiting' }
  if (outcome.is === 'alone') return { state: 'waiting', problem: outcome.problem, nextTryAt: 0 }
  const { problem } = outcome
  const attempts = entry.attempts + 1
  if (outcome.is === 'later') return { state: 'waiting', attempts, problem, nextTryAt: now + outcome.afterMs }
  return { state: outcome.is, attempts, problem }
}
