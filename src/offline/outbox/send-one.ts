import type { OutboxEntry } from './entry.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { ReplayDeps } from './replay.ts'
import { settle } from './settle.ts'

type Deps = Omit<ReplayDeps, 'memory'>

/** With the lock in hand nobody else sends: what is on its way was left so by a tab that ended. It goes again. */
export async function takeOver({ ports, changed }: Deps): Promise<void> {
  const left = await ports.store.read((tx) => tx.inState('sending'))
  if (left.length === 0) return
  await ports.store.write(async (tx) => {
    for (const entry of await tx.inState('sending')) await tx.put({ ...entry, state: 'waiting' })
  })
  await changed(left.map((entry) => entry.seq))
}

/**
 * Sends one entry and stores what came of it. Answers how long, in milliseconds, nobody shall send; null for no pause.
 * Rejects when the disk fails; the entry is then as it was, or on record as on its way.
 */
export async function sendOne(deps: Deps, wanted: OutboxEntry, signal: AbortSignal): Promise<number | null> {
  const { ports, registry, changed, settled } = deps
  const command = registry.read(wanted)?.command
  const entry = command && (await begin(deps, wanted))
  if (!entry) return null
  await changed([entry.seq])
  const facts = await ports.transport.send(entry, command, signal)
  const outcome = outcomeOf(facts, entry.attempts, ports.ids.chance())
  if (outcome.is === 'done') {
    const seqs = await settle(ports, entry, command, outcome.reply)
    settled(entry, outcome.reply)
    await changed(seqs)
    return null
  }
  await ports.store.write(async (tx) => {
    const now = await tx.entry(entry.seq)
    if (now?.id === entry.id) await tx.put({ ...now, ...after(outcome, entry, ports.clock.now()) })
  })
  await changed([entry.seq])
  if (outcome.is === 'conflict' || outcome.is === 'refused') ports.onDeclined(command)
  return outcome.is === 'later' && outcome.everyone ? outcome.afterMs : null
}

/**
 * Marks an entry as being sent, judged by the disk alone: this tab may not have heard of an earlier change of the same
 * record, or that this one is gone.
 */
async function begin({ ports, user, changed }: Deps, wanted: OutboxEntry): Promise<OutboxEntry | null> {
  const { entry, stale } = await ports.store.write(async (tx) => {
    const now = await tx.entry(wanted.seq)
    if (!now || now.id !== wanted.id || now.state !== 'waiting' || now.user !== user) {
      return { entry: null, stale: [wanted.seq] }
    }
    const sharing = (await Promise.all(now.touches.map((key) => tx.touching(key)))).flat()
    const earlier = sharing.filter((other) => other.seq < now.seq).map((other) => other.seq)
    if (earlier.length > 0) return { entry: null, stale: earlier }
    const sending: OutboxEntry = { ...now, state: 'sending' }
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
