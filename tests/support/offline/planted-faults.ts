import type { OutboxPorts, OutgoingEntry } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/send/transport.ts'
import { type PlantedFault, tokenFor } from './offline-run.ts'

const withFaultySend =
  (send: (ports: OutboxPorts) => OutboxPorts['transport']['send']): PlantedFault =>
  (ports) => {
    const planted = send(ports)
    const each = (signal: AbortSignal) => (one: OutgoingEntry) => planted(one.entry, one.command, signal)
    const sendTogether = (load: readonly OutgoingEntry[], signal: AbortSignal) => Promise.all(load.map(each(signal)))
    return { ...ports, transport: { ...ports.transport, send: planted, sendBatch: sendTogether } }
  }

/** Faults that a later change could put into the engine. Each breaks one of its promises. */
export const plantedFaults: Readonly<Record<string, PlantedFault>> = {
  'the mirror stores nothing': (ports) => ({ ...ports, mirror: { ...ports.mirror, put: () => Promise.resolve() } }),
  'there is no lock': (ports) => ({
    ...ports,
    locks: { hold: (_name, _mode, work) => work(new AbortController().signal) },
  }),
  'each attempt has a new idempotency key': withFaultySend(
    ({ transport, ids }) =>
      (entry, command, signal) =>
        transport.send({ ...entry, id: ids.uuid() }, command, signal),
  ),
  'the token’s user is not checked': (ports, world) => {
    const blind = (user: string) => {
      const token = tokenFor(user, 'blind')
      world.server.sessions.set(token, world.user)
      return { ...ports.session, user: () => user, token: () => token }
    }
    return {
      ...ports,
      transport: {
        ...ports.transport,
        send: (entry, command, signal) =>
          httpTransport(blind(entry.user), world.wire.send).send(entry, command, signal),
        sendBatch: (load, signal) =>
          httpTransport(blind(load[0]?.entry.user ?? ''), world.wire.send).sendBatch(load, signal),
      },
    }
  },
  'a 4xx counts as success': withFaultySend(({ transport }) => async (entry, command, signal) => {
    const facts = await transport.send(entry, command, signal)
    const isRefused = facts.kind === 'answer' && facts.status >= 400 && facts.status < 500
    return isRefused ? { ...facts, status: 200, reply: { versions: {} } } : facts
  }),
  'the copies in the mirror are unreadable': (ports, world) => ({
    ...ports,
    mirror: {
      ...ports.mirror,
      put: async (entry) => {
        await ports.mirror.put(entry)
        world.disks.get(entry.user)?.mirror.set(`${entry.seq}/${entry.id}`, 'torn')
      },
    },
  }),
  'held entries are sent': (ports) => ({ ...ports, signIn: null }),
  'the mirror is not read at the start': (ports) => ({
    ...ports,
    mirror: { ...ports.mirror, names: () => Promise.resolve([]) },
  }),
  'the final state keeps the request': (ports) => ({
    ...ports,
    store: {
      ...ports.store,
      write: (work) =>
        ports.store.write((tx) =>
          work({
            ...tx,
            putFinalState: async (finalState) => {
              const { request } = (await tx.entryById(finalState.id)) ?? finalState.entry ?? {}
              await tx.putFinalState(
                finalState.entry && request ? { ...finalState, entry: { ...finalState.entry, request } } : finalState,
              )
            },
          }),
        ),
    },
  }),
}
