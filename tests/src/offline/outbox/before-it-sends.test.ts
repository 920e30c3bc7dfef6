import { expect, test } from 'vitest'
import { Outbox } from '#src/offline/outbox/engine.ts'
import type { Message, OutboxPorts, Signal } from '#src/offline/outbox/ports.ts'
import { aCrate, aDesk, USER } from '#tests/support/offline-desk.ts'
import { allTurns } from '#tests/support/offline-device.ts'

test('until both copies agree what waits is shown and not sent, whatever the tab hears meanwhile', async () => {
  const desk = await aDesk()
  await desk.keep({ was: aCrate(), to: { colour: 'green' } })
  const { promise: mayLook, resolve: letLook } = Promise.withResolvers<void>()
  const sent: string[] = []
  let signal: (signal: Signal) => void = () => undefined
  let tell: (message: Message) => void = () => undefined
  const { mirror, transport } = desk.ports
  const ports: OutboxPorts = {
    ...desk.ports,
    mirror: { ...mirror, names: () => mayLook.then(() => mirror.names()) },
    transport: {
      ...transport,
      send: async ({ id }) => {
        sent.push(id)
        return { kind: 'network' }
      },
    },
    signals: {
      listen: (listener) => {
        signal = listener
        return () => undefined
      },
    },
    channel: {
      post: () => undefined,
      listen: (listener) => {
        tell = listener
      },
      close: () => undefined,
    },
  }
  const outbox = new Outbox(USER, ports, desk.registry)
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
