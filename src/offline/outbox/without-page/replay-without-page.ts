import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { msLeft } from '#src/offline/outbox/send/outcome.ts'
import { releaseWhenOnline, waitsForNetwork } from '#src/offline/outbox/send/release.ts'
import { Replay } from '#src/offline/outbox/send/replay.ts'
import { forgetEnded } from '#src/offline/outbox/settle/ended-changes.ts'
import { Memory } from '#src/offline/outbox/show/memory.ts'
import { OtherTabs } from '../other-tabs.ts'
import type { OutboxPorts } from '../ports.ts'

export interface PagelessReplay {
  readonly user: string
  readonly ports: OutboxPorts
  readonly registry: Registry
  /** How long sending may take, in milliseconds. */
  readonly maxMs: number
  /** Ends sending before that. Requests in flight are aborted, and sent again later under their keys. */
  readonly signal: AbortSignal
}

/**
 * Sends one user's waiting entries without a page, by the same replay under the same lock. Adds no entry, decides
 * nothing for the user, and refetches nothing: the next page refetches what was settled here. Resolves to `left` when
 * entries wait that could be sent later without the user, else to `done`. Rejects when the device's storage fails.
 */
export async function replayWithoutPage(sending: PagelessReplay): Promise<'done' | 'left'> {
  const { user, ports, registry } = sending
  try {
    if (await needsPage(ports)) return 'done'
    const memory = new Memory(ports, registry)
    const tabs = new OtherTabs(ports, memory)
    const { announce, announceAll, takeRows } = tabs
    const reread = memory.refresh.bind(memory)
    const replay = new Replay({ ports, user, registry, memory, announce, takeRows, reread })
    tabs.follow(replay)
    await memory.load()
    // A sign-in is only ever judged by a page: `needsPage`.
    if (await reconcile({ ...ports, signIn: null }, user)) await announceAll()
    const waitingForNetwork = memory.snapshot().entries.filter(waitsForNetwork)
    await announce(await releaseWhenOnline(ports, waitingForNetwork))
    replay.begin()
    await untilOver(sending, memory)
    await replay.stop()
    // As after a sign-out in a page: what is done keeps no content.
    if (ports.session.token() === null) await forgetEnded(ports.store)
    return isLeft(memory) ? 'left' : 'done'
  } finally {
    ports.channel.close()
    ports.store.close()
  }
}

/**
 * Whether a page must open the outbox first. The store is new or lost, and only a page has the loss marker, which knows
 * the numbers in use. Or no page has seen this sign-in yet: entries from before it must be held.
 */
async function needsPage({ store, signIn }: OutboxPorts): Promise<boolean> {
  const meta = await store.read((tx) => tx.meta())
  return meta.device === null || (signIn !== null && meta.signIn !== signIn)
}

const isLeft = ({ queues }: Memory): boolean => queues.isSending || queues.nextTime() !== null

/** Resolves when nothing is left to send, at least within the time; when the time is up; or when `signal` is aborted. */
async function untilOver({ ports: { clock }, maxMs, signal }: PagelessReplay, memory: Memory): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    const next = memory.queues.nextTime()
    const isSoon = next !== null && msLeft(next, clock.now()) <= maxMs
    if (!memory.queues.isSending && !isSoon) resolve()
  }
  const stops = [memory.subscribe(look), clock.after(maxMs, resolve)]
  signal.addEventListener('abort', () => resolve(), { once: true })
  if (signal.aborted) resolve()
  look()
  await promise
  for (const stop of stops) stop()
}
