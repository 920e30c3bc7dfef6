import { expect, test } from 'vitest'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { Message, OutboxPorts, Signal, StoreWriter } from '#src/offline/outbox/ports.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { aCrate, aDesk, answer, USER } from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'

/** A desk on which a change waits, with what its outbox sends and what it can be told. */
async function aDeskThatSends(facts: AttemptResult = { kind: 'network' }) {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { color: 'green' } })
  const sent: string[] = []
  const told: Message[] = []
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
      post: (message) => void told.push(message),
      listen: (listener) => {
        tell = listener
      },
      close: () => undefined,
    },
  }
  return { desk, ports, sent, told, signal: (heard: Signal) => signal(heard), tell: (heard: Message) => tell(heard) }
}

test('until both copies agree what waits is shown and not sent, whatever the tab hears meanwhile', async () => {
  const { desk, ports, sent, signal, tell } = await aDeskThatSends()
  const { promise: mayLook, resolve: letLook } = Promise.withResolvers<void>()
  const mirror = { ...ports.mirror, names: () => mayLook.then(() => ports.mirror.names()) }
  const outbox = new Engine(USER, { ...ports, mirror }, desk.registry)
  await expect.poll(() => outbox.memory.snapshot().waiting).toBe(1)
  expect(outbox.memory.snapshot().state).toBe('starting')
  for (const heard of ['frozen', 'thawed', 'online', 'visible', 'signed_in'] as const) signal(heard)
  tell({ say: 'changed', seqs: [1] })
  tell({ say: 'reload' })
  await allTurns()
  expect(sent).toEqual([])

  letLook()
  await outbox.ready()
  await expect.poll(() => sent).toHaveLength(1)
  await outbox.stop()
})

test.each<readonly [string, (tx: StoreWriter) => Promise<void>]>([
  ['held by a tab that ended before it could say so', async (tx) => tx.putMeta({ ...(await tx.meta()), heldUpTo: 1 })],
  ['laid there as another’s', async (tx) => tx.putEntry({ ...(await tx.entry(1))!, user: '8', nextTryAt: 0 })],
])('what the disk does not let go is not asked for over and over: %s', async (_, write) => {
  const { desk, ports, sent, told, signal } = await aDeskThatSends()
  const { store } = ports
  let writes = 0
  const counted: OutboxPorts['store'] = {
    ...store,
    write: (work) => {
      writes += 1
      // Or it would never end.
      return writes > 50 ? Promise.reject(new Error('over and over')) : store.write(work)
    },
  }
  const outbox = new Engine(USER, { ...ports, store: counted }, desk.registry)
  await expect.poll(() => sent).toHaveLength(1)
  await allTurns()
  await store.write(write)
  writes = 0
  const toldBefore = told.filter(({ say }) => say === 'changed').length
  signal('online')
  await allTurns()
  expect(sent).toHaveLength(1)
  expect(writes).toBeLessThan(10)
  // Nothing has changed by that: tabs that told each other so would never come to an end.
  expect(told.filter(({ say }) => say === 'changed').length).toBeLessThanOrEqual(toldBefore + 1)
  await outbox.stop()
})

test('what the disk does not let go holds up no other that waits for its time', async () => {
  const { desk, ports, sent } = await aDeskThatSends(answer(409))
  await desk.keep({ was: aCrate({ id: 'b' }), to: { color: 'blue' } })
  const [first, second] = desk.entries
  const { store } = ports
  await store.write(async (tx) => tx.putEntry({ ...first!, user: '8' }))
  const outbox = new Engine(USER, ports, desk.registry)
  await expect.poll(() => sent).toEqual([second!.id])
  const wait = desk.entry(2)!.nextTryAt - desk.clock.now()
  await allTurns()
  // Sooner than the device would be left in peace.
  expect(wait).toBeLessThan(30_000)
  await desk.clock.advance(wait + 1, allTurns)
  expect(sent).toEqual([second!.id, second!.id])
  await outbox.stop()
})
