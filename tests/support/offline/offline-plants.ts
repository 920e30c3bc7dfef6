import type { OutboxPorts, OutgoingEntry } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/send/transport.ts'
import { type Plant, tokenFor } from './offline-run.ts'

const sending =
  (send: (ports: OutboxPorts) => OutboxPorts['transport']['send']): Plant =>
  (ports) => {
    const planted = send(ports)
    const each = (signal: AbortSignal) => (one: OutgoingEntry) => planted(one.entry, one.command, signal)
    const sendTogether = (load: readonly OutgoingEntry[], signal: AbortSignal) => Promise.all(load.map(each(signal)))
    return { ...ports, transport: { ...ports.transport, send: planted, sendBatch: sendTogether } }
  }

/** Faults that someone could build into the engine one day; each breaks one of its promises. */
export const plants: Readonly<Record<string, Plant>> = {
  'drop the mirror': (ports) => ({ ...ports, mirror: { ...ports.mirror, put: () => Promise.resolve() } }),
  'drop the lock': (ports) => ({
    ...ports,
    locks: { hold: (_name, _mode, work) => work(new AbortController().signal) },
  }),
  'new key on retry': sending(
    ({ transport, ids }) =>
      (entry, command, signal) =>
        transport.send({ ...entry, id: ids.uuid() }, command, signal),
  ),
  'forget the subject check': (ports, world) => {
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
  'clear on 4xx': sending(({ transport }) => async (entry, command, signal) => {
    const facts = await transport.send(entry, command, signal)
    const isRefused = facts.kind === 'answer' && facts.status >= 400 && facts.status < 500
    return isRefused ? { ...facts, status: 200, reply: { versions: {} } } : facts
  }),
  'a mirror that keeps nothing that can be read': (ports, world) => ({
    ...ports,
    mirror: {
      ...ports.mirror,
      put: async (entry) => {
        await ports.mirror.put(entry)
        world.disks.get(entry.user)?.mirror.set(`${entry.seq}/${entry.id}`, 'torn')
      },
    },
  }),
  'send what was stored before the sign-in': (ports) => ({ ...ports, signIn: null }),
  'no look at the mirror at start': (ports) => ({
    ...ports,
    mirror: { ...ports.mirror, names: () => Promise.resolve([]) },
  }),
  'remember what was sent': (ports) => ({
    ...ports,
    store: {
      ...ports.store,
      write: (work) =>
        ports.store.write((tx) =>
          work({
            ...tx,
            putFinalState: async (fate) => {
              const { request } = (await tx.entryById(fate.id)) ?? fate.entry ?? {}
              await tx.putFinalState(fate.entry && request ? { ...fate, entry: { ...fate.entry, request } } : fate)
            },
          }),
        ),
    },
  }),
}
