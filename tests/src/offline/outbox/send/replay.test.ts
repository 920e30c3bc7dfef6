import { expect, test } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { Message, OutboxPorts, Signal, StoreWriter } from '#src/offline/outbox/ports.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { aCrate, aDesk, answer, USER } from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'

/** A desk with a waiting change. Records what its outbox sends and posts; `signal` and `tell` are its inputs. */
async function aDeskThatSends(facts: AttemptResult = { kind: 'network' }) {
  const desk = await aDesk()
  await desk.save({ was: aCrate(), to: { color: 'green' } })
  const sent: string[] = []
  const posted: Message[] = []
  let signal: (signal: Signal) => void = () => undefined
  let tell: (message: Message) => void = () => undefined
  const ports: OutboxPorts = {
    ...desk.ports,
    transport: {
      ...desk.ports.transport,
      send: async ({ id }) => {
        sent.push(id)
        return facts
      },
    },
    signals: {
      listen: (listener) => {
        signal = listener
        return () => undefined
      },
    },
    channel: {
      post: (message) => void posted.push(message),
      listen: (listener) => {
        tell = listener
      },
      close: () => undefined,
    },
  }
  return { desk, ports, sent, posted, signal: (one: Signal) => signal(one), tell: (one: Message) => tell(one) }
}

test('until both copies agree, a waiting change is shown but not sent, whatever signals and messages arrive', async () => {
  const { desk, ports, sent, signal, tell } = await aDeskThatSends()
  const { promise: canReadMirror, resolve: allowMirror } = Promise.withResolvers<void>()
  const mirror = { ...ports.mirror, names: () => canReadMirror.then(() => ports.mirror.names()) }
  const outbox = new Engine(USER, { ...ports, mirror }, desk.registry)
  await expect.poll(() => outbox.memory.snapshot().waiting).toBe(1)
  expect(outbox.memory.snapshot().state).toBe('starting')
  for (const heard of ['frozen', 'thawed', 'online', 'visible', 'signed_in'] as const) signal(heard)
  tell({ say: 'changed', seqs: [1] })
  tell({ say: 'reload' })
  await allTurns()
  expect(sent).toEqual([])

  allowMirror()
  await outbox.ready()
  await expect.poll(() => sent).toHaveLength(1)
  await outbox.stop()
})

test.each<readonly [string, (tx: StoreWriter) => Promise<void>]>([
  [
    'held by a tab that ended before it could announce it',
    async (tx) => tx.putMeta({ ...(await tx.meta()), heldUpTo: 1 }),
  ],
  ['assigned to another user by hand', async (tx) => tx.putEntry({ ...(await tx.entry(1))!, user: '8', nextTryAt: 0 })],
])('an entry that the disk does not allow to be sent is not retried in a loop: %s', async (_, write) => {
  const { desk, ports, sent, posted, signal } = await aDeskThatSends()
  const { store } = ports
  let writes = 0
  const counted: OutboxPorts['store'] = {
    ...store,
    write: (work) => {
      writes += 1
      // Ends the loop that this test detects.
      return writes > 50 ? Promise.reject(new Error('over and over')) : store.write(work)
    },
  }
  const outbox = new Engine(USER, { ...ports, store: counted }, desk.registry)
  await expect.poll(() => sent).toHaveLength(1)
  await allTurns()
  await store.write(write)
  writes = 0
  const changedBefore = posted.filter(({ say }) => say === 'changed').length
  signal('online')
  await allTurns()
  expect(sent).toHaveLength(1)
  expect(writes).toBeLessThan(10)
  // Nothing has changed on disk: tabs that announced it would answer each other in a loop.
  expect(posted.filter(({ say }) => say === 'changed').length).toBeLessThanOrEqual(changedBefore + 1)
  await outbox.stop()
})

test("an entry that the disk does not allow to be sent does not delay another entry's retry", async () => {
  const { desk, ports, sent } = await aDeskThatSends(answer(409))
  await desk.save({ was: aCrate({ id: 'b' }), to: { color: 'blue' } })
  const [first, second] = desk.entries
  const { store } = ports
  await store.write(async (tx) => tx.putEntry({ ...first!, user: '8' }))
  const outbox = new Engine(USER, ports, desk.registry)
  await expect.poll(() => sent).toEqual([second!.id])
  const wait = desk.entry(2)!.nextTryAt - desk.clock.now()
  await allTurns()
  // Shorter than the pause after a storage failure.
  expect(wait).toBeLessThan(30_000)
  await desk.clock.advance(wait + 1, allTurns)
  expect(sent).toEqual([second!.id, second!.id])
  await outbox.stop()
})
