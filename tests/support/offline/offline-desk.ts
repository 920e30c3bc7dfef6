import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { uuidV7 } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { reconcile } from '#src/offline/outbox/repair/reconcile.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { sendBatch } from '#src/offline/outbox/send/send-batch.ts'
import { FakeClock, FakeDisk, FakeTab, fakeLossMarker, fakeMirror, fakePhotos, fakeStore } from './offline-device.ts'
import { FakeLocks } from './offline-locks.ts'

export const USER = '7'

const crate = z.object({ id: z.string(), color: z.string(), label: z.string(), version: z.number() })
export type Crate = z.output<typeof crate>
export const crateKind = { name: 'crate', keyOf: (row: { readonly id: string }) => row.id }
export const aCrate = (over: Partial<Crate> = {}): Crate => ({
  id: 'a',
  color: 'red',
  label: 'Bolts',
  version: 3,
  ...over,
})

export const changeInput = z.object({
  was: crate,
  to: z.object({ color: z.optional(z.string()), label: z.optional(z.string()) }),
})
export type ChangeCrate = z.output<typeof changeInput>
type Part = 'color' | 'label'

const crateEndpoint = endpoint({
  name: 'crates.update',
  summary: 'Changes a crate.',
  method: 'PATCH',
  path: '/api/crates/:id/',
  access: administrator,
  reply: crate,
})

/** A command that changes a crate, with every optional part of a command. `parts` overrides some. */
export function crateChange(parts: Partial<Command<ChangeCrate>> = {}): Command<ChangeCrate> {
  const own: Command<ChangeCrate> = command({
    name: 'crates.change',
    version: 1,
    endpoint: crateEndpoint,
    input: changeInput,
    request: ({ was, to }) => ({ params: { id: was.id }, body: to }),
    touches: ({ was }) => [`crate/${was.id}`],
    effects: ({ was, to }) => [patched(crateKind, was.id, (row) => ({ ...row, ...to }))],
    describe: ({ was, to }) => ({ record: `Crate ${was.id}`, change: Object.values(to).join(' and ') }),
    versions: (reply) => {
      const now = crate.safeParse(reply)
      return now.success ? [{ key: `crate/${now.data.id}`, version: now.data.version }] : []
    },
    merge: (earlier, later) =>
      Object.keys(later.to).some((part) => part in earlier.to)
        ? { was: earlier.was, to: { ...earlier.to, ...later.to } }
        : null,
    inverse: ({ was, to }) => {
      const back = Object.fromEntries(Object.keys(to).map((part) => [part, was[part as Part]]))
      return [{ command: own, input: { was: { ...was, ...to }, to: back }, seenVersion: was.version }]
    },
    fields: (input) =>
      (Object.keys(input.to) as Part[]).map((part) => ({
        names: [part],
        title: part,
        as: { is: 'text' },
        was: input.was[part],
        yours: input.to[part],
        words: String,
        with: (value) => ({ ...input, to: { ...input.to, [part]: String(value) } }),
        without: () => {
          const { [part]: _, ...to } = input.to
          return Object.keys(to).length === 0 ? null : { ...input, to }
        },
      })),
    rebase: (input, current) => ({ ...input, was: crate.parse(current) }),
    areas: ['contacts'],
    ...parts,
  })
  return own
}
export const changeCrate = crateChange()

export const conflict = (theirs: Partial<Crate>, over: Crate = aCrate()): AttemptResult => ({
  kind: 'answer',
  status: 412,
  reply: {
    detail: 'Another user changed the same fields in the meantime.',
    current: { ...over, version: over.version + 1, ...theirs },
    conflicts: Object.fromEntries(
      Object.entries(theirs).map(([field, value]) => [field, { theirs: value, yours: '' }]),
    ),
  },
  retryAfterMs: null,
})
export const answer = (status: number, reply: unknown = null): AttemptResult => ({
  kind: 'answer',
  status,
  reply,
  retryAfterMs: null,
})

/** A user's device without a running outbox: a test saves and sends entries step by step, and reads both copies. */
export class OfflineDesk {
  readonly disk = new FakeDisk()
  readonly clock = new FakeClock()
  readonly registry = createRegistry()
  readonly #locks = new FakeLocks()
  readonly sent: OutboxEntry[] = []
  #idCount = 0
  tab = new FakeTab(() => 0)
  ports: OutboxPorts = this.#portsOf(this.tab)

  constructor(commands: readonly Command<never>[] = [changeCrate as never]) {
    this.registry.register(commands)
  }
  /** Restarts the app. The previous tab dies. */
  async open(): Promise<void> {
    this.tab.die()
    this.tab = new FakeTab(() => 0)
    this.ports = this.#portsOf(this.tab)
    await reconcile(this.ports, USER)
  }
  async save(
    input: ChangeCrate,
    { command = changeCrate, seenVersion = input.was.version as number | null, mayMerge = true } = {},
  ): Promise<OutboxEntry> {
    const [entry] = await enqueue(this.ports, USER, this.registry, [
      { command: command as never, input, seenVersion, mayMerge },
    ])
    return entry!
  }
  /** Sends the entry with this sequence number. `facts`: the result of the request, or a function that returns it. */
  async send(seq: number, facts: AttemptResult | (() => AttemptResult)): Promise<void> {
    const ports: OutboxPorts = {
      ...this.ports,
      transport: {
        ...this.ports.transport,
        send: (entry) => {
          this.sent.push(entry)
          return Promise.resolve(typeof facts === 'function' ? facts() : facts)
        },
      },
    }
    const deps = {
      ports,
      user: USER,
      registry: this.registry,
      announce: async () => undefined,
      takeRows: () => undefined,
      reread: async () => undefined,
    }
    await sendBatch(deps, [this.entry(seq)!], new AbortController().signal)
  }

  get entries(): readonly OutboxEntry[] {
    return [...this.disk.content.entries.values()].sort((a, b) => a.seq - b.seq)
  }
  entry(seq: number): OutboxEntry | undefined {
    return this.disk.content.entries.get(seq)
  }
  get finalStates(): readonly FinalState[] {
    return [...this.disk.content.finalStates.values()]
  }
  /** The names of the copies in the mirror: `seq/id`. */
  get copies(): readonly string[] {
    return [...this.disk.mirror.keys()]
  }

  #portsOf(tab: FakeTab): OutboxPorts {
    const never = () => Promise.reject(new Error('nothing of this is to be asked here'))
    return {
      store: fakeStore(this.disk, tab),
      mirror: fakeMirror(this.disk, tab),
      photos: fakePhotos(this.disk, tab),
      locks: this.#locks.forTab(tab),
      channel: { post: () => undefined, listen: () => undefined, close: () => undefined },
      clock: this.clock.forTab(tab),
      ids: { uuid: () => this.#uuid(), random: () => 0 },
      transport: { send: never, sendBatch: never, upload: never },
      session: { user: () => USER, token: () => null, refresh: () => Promise.resolve('refused') },
      lossMarker: fakeLossMarker(this.disk),
      signals: { listen: () => () => undefined },
      device: { askToPersist: () => undefined, showBadge: () => undefined },
      tally: { read: () => Promise.resolve(null), reportGone: () => Promise.resolve() },
      onSettled: () => Promise.resolve(0),
      signIn: null,
      onShown: () => Promise.resolve(),
      onRows: () => undefined,
      onDeclined: () => undefined,
    }
  }
  #uuid(): string {
    this.#idCount += 1
    return uuidV7(this.clock.now(), (bytes) => bytes.fill(this.#idCount % 256))
  }
}

export async function aDesk(commands?: readonly Command<never>[]): Promise<OfflineDesk> {
  const desk = new OfflineDesk(commands)
  await desk.open()
  return desk
}
