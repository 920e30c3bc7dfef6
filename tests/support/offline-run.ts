import { Outbox } from '#src/offline/outbox/engine.ts'
import { NotKept } from '#src/offline/outbox/enqueue.ts'
import type { OutboxPorts, Signal } from '#src/offline/outbox/ports.ts'
import { createRegistry } from '#src/offline/outbox/registry.ts'
import { httpTransport } from '#src/offline/outbox/transport.ts'
import { uuidV7 } from '#src/offline/outbox/uuid-v7.ts'
import {
  allTurns,
  FakeAir,
  FakeClock,
  FakeDisk,
  FakeLocks,
  FakeTab,
  fakeMirror,
  fakeStore,
  fakeWitness,
} from './offline-device.ts'
import { changeThing, FakeServer, FakeWire, type Network, type Trouble } from './offline-server.ts'

export const PEOPLE = ['7', '8'] as const
const THINGS = ['a', 'b', 'c']
const FIELDS = ['status', 'note']

export type Step =
  | { readonly do: 'edit'; readonly tab: number; readonly things: readonly number[]; readonly field: number }
  | { readonly do: 'open' | 'turns' | 'expire' | 'renew' | 'sign_in' | 'switch' | 'online' }
  | { readonly do: 'die'; readonly tab: number; readonly borders: number }
  | { readonly do: 'network'; readonly to: Network }
  | { readonly do: 'trouble'; readonly troubles: readonly Trouble[] }
  | { readonly do: 'wait' | 'jump'; readonly ms: number }
  | { readonly do: 'colleague'; readonly thing: number; readonly field: number }
  | { readonly do: 'retry' | 'discard'; readonly pick: number }
  | { readonly do: 'crash'; readonly wipe: 'none' | 'store' | 'mirror' }
  | { readonly do: 'disk'; readonly trouble: FakeDisk['trouble'] }

export type Plant = (ports: OutboxPorts, world: OfflineRun) => OutboxPorts
interface OpenTab {
  readonly tab: FakeTab
  readonly user: string
  readonly outbox: Outbox
  readonly signal: (signal: Signal) => unknown
}

/** A token of the right form. What it says binds no server. */
export function tokenFor(user: string, session: string): string {
  return `x.${btoa(JSON.stringify({ sub: user, sid: session }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.x`
}

/** One browser, its people, one server: a program runs on it, then everything is let come to rest. */
export class OfflineRun {
  readonly server = new FakeServer()
  readonly clock = new FakeClock()
  readonly wire: FakeWire
  readonly disks = new Map<string, FakeDisk>(PEOPLE.map((user) => [user, new FakeDisk()]))
  readonly owners = new Map<number, string>()
  readonly accepted = new Set<number>()
  readonly rejected = new Set<number>()
  readonly discarded = new Set<number>()
  /** Who has changed a field of a thing. */
  readonly editors = new Map<string, Set<string>>()
  readonly wiped = new Set<string>()
  /** The commands to which the server said no, in order. */
  readonly declined: string[] = []
  readonly sentTwice: string[] = []
  tabs: OpenTab[] = []
  user: string = PEOPLE[0]
  token = ''
  readonly #locks = new FakeLocks()
  readonly #airs = new Map(PEOPLE.map((user) => [user as string, new FakeAir()]))
  readonly #seen = new Map<string, number>()
  readonly #flying = new Map<string, FakeTab>()
  readonly #plant: Plant
  #canRefresh = true
  #edits = 0
  #seed: number

  constructor(seed: number, plant: Plant = (ports) => ports) {
    this.#seed = seed
    this.#plant = plant
    const nature = this.clock.forTab(new FakeTab(() => 0))
    this.wire = new FakeWire(this.server, (ms, work) => nature.after(ms, work))
    this.#newToken()
    this.#open()
  }

  async step(step: Step): Promise<void> {
    this.#do(step)
    if (step.do === 'wait') await this.clock.advance(step.ms, allTurns)
    if (step.do === 'turns') await allTurns()
    // Else the next step falls into the middle of what this one has set going.
    for (let turns = Math.floor(this.#chance() * 30); turns > 0; turns -= 1) await null
  }
  /** Good weather for everybody, one after the other, until nothing moves any more. */
  async rest(): Promise<void> {
    this.wire.network = 'on'
    this.wire.troubles.length = 0
    for (const disk of this.disks.values()) disk.trouble = 'none'
    for (const user of PEOPLE) {
      this.#crash('none')
      this.user = user
      this.#canRefresh = true
      this.#newToken()
      this.#open()
      for (let hours = 0; hours < 4; hours += 1) await this.clock.advance(30 * 60_000, allTurns)
    }
  }

  #do(step: Step): void {
    const acts: { readonly [What in Step['do']]: (step: Extract<Step, { do: What }>) => void } = {
      edit: ({ tab, things, field }) => this.#edit(this.#tab(tab) ?? this.#open(), things, FIELDS[field] ?? ''),
      open: () => this.#open(),
      die: ({ tab, borders }) => (borders === 0 ? this.#tab(tab)?.tab.die() : this.#tab(tab)?.tab.dieAfter(borders)),
      network: ({ to }) => {
        this.wire.network = to
      },
      trouble: ({ troubles }) => this.wire.troubles.push(...troubles),
      jump: ({ ms }) => this.clock.jump(ms),
      colleague: ({ thing, field }) => this.#colleague(THINGS[thing] ?? '', FIELDS[field] ?? ''),
      retry: ({ pick }) => this.#decide('retry', pick),
      discard: ({ pick }) => this.#decide('discard', pick),
      crash: ({ wipe }) => this.#crash(wipe),
      disk: ({ trouble }) => {
        this.#disk(this.user).trouble = trouble
      },
      online: () => this.#tell('online'),
      expire: () => {
        this.server.sessions.delete(this.token)
        this.#canRefresh = false
      },
      renew: () => this.server.sessions.delete(this.token),
      sign_in: () => {
        this.#canRefresh = true
        this.#newToken()
        this.#tell('signed_in')
      },
      switch: () => this.#switch(),
      turns: () => undefined,
      wait: () => undefined,
    }
    // The table has an act for each kind of step, of just that kind.
    const act = acts[step.do] as (step: Step) => void
    act(step)
  }

  #colleague(thing: string, field: string): void {
    this.#noteEditor('colleague', thing, field)
    this.server.colleague(thing, field)
  }
  #edit(at: OpenTab, things: readonly number[], field: string): void {
    this.#edits += 1
    const edit = this.#edits
    this.owners.set(edit, at.user)
    const names = [...new Set(things.map((thing) => THINGS[thing] ?? 'a'))]
    for (const name of names) this.#noteEditor(at.user, name, field)
    const seen = this.#seen.get(`${at.user} ${names[0]}`) ?? 1
    at.outbox.submit(changeThing, { edit, things: names, field }, seen).then(
      () => this.accepted.add(edit),
      (error: unknown) => {
        if (!(error instanceof NotKept)) throw error
        if (!error.message.includes('could not take it back')) this.rejected.add(edit)
      },
    )
  }
  #noteEditor(who: string, thing: string, field: string): void {
    const editors = this.editors.get(`${thing} ${field}`) ?? new Set()
    this.editors.set(`${thing} ${field}`, editors.add(who))
  }
  #decide(what: 'retry' | 'discard', pick: number): void {
    const at = this.#tab(pick)
    const { entries = [] } = at?.outbox.memory.snapshot() ?? {}
    const entry = entries[pick % Math.max(1, entries.length)]
    if (!at || !entry) return
    const { edit } = entry.input as { edit: number }
    // A death in the middle leaves open which it is.
    if (what === 'discard') this.discarded.add(edit)
    // Too late, or no disk to write it on: the person sees that, and nothing has changed.
    at.outbox[what](entry.id).catch(() => this.discarded.delete(edit))
  }
  #switch(): void {
    for (const { outbox } of this.tabs) void outbox.stop()
    this.tabs = []
    this.user = this.user === PEOPLE[0] ? PEOPLE[1] : PEOPLE[0]
    this.#canRefresh = true
    this.#newToken()
    this.#open()
  }
  #crash(wipe: 'none' | 'store' | 'mirror'): void {
    for (const { tab } of this.tabs) tab.die()
    this.tabs = []
    const disk = this.#disk(this.user)
    // Both copies of a change gone at once is more than any device can bear; here one goes while the other is whole.
    const entries = [...disk.content.entries.values()]
    const mirrored = new Set([...disk.mirror.keys()].map((place) => Number(place.split('/')[0])))
    const noted = [...entries.map(({ seq }) => seq), ...(disk.note?.unsettled ?? [])]
    if (wipe === 'store' && noted.every((seq) => mirrored.has(seq))) {
      disk.wipeStore()
      this.wiped.add(this.user)
    }
    const isStored = (place: string) => entries.some(({ seq, id }) => place === `${seq}/${id}`)
    const known = new Set([...disk.content.fates.values()].map(({ seq, id }) => `${seq}/${id}`))
    if (wipe === 'mirror' && [...disk.mirror.keys()].every((place) => isStored(place) || known.has(place))) {
      disk.wipeMirror()
    }
  }

  #open(): OpenTab {
    const { user } = this
    const tab = new FakeTab(() => this.#chance())
    const disk = this.#disk(user)
    const who = {
      user: () => user,
      token: () => this.token,
      refresh: () => Promise.resolve(this.#refresh()),
    }
    let hear: (signal: Signal) => void = () => undefined
    const ports: OutboxPorts = {
      store: fakeStore(disk, tab),
      mirror: fakeMirror(disk, tab),
      locks: this.#locks.forTab(tab),
      channel: (this.#airs.get(user) ?? new FakeAir()).forTab(tab),
      clock: this.clock.forTab(tab),
      ids: { uuid: () => this.#uuid(), chance: () => this.#chance() },
      transport: httpTransport(who, async (endpoint, options) => {
        await tab.border()
        return this.#watched(tab, options.headers?.['Idempotency-Key'] ?? '', () => this.wire.send(endpoint, options))
      }),
      who,
      witness: fakeWitness(disk),
      signals: {
        listen: (listener) => {
          hear = listener
          return () => undefined
        },
      },
      device: { askToPersist: () => undefined, badge: () => undefined },
      onDeclined: (command) => this.declined.push(command.name),
      onSettled: async (settled) => {
        await tab.border()
        if (this.wire.network !== 'on') throw new Error('no network')
        for (const { entry } of settled) {
          for (const key of entry.touches) {
            const thing = key.replace('thing/', '')
            this.#seen.set(`${user} ${thing}`, this.server.versionOf(thing))
          }
        }
      },
    }
    const registry = createRegistry()
    registry.register([changeThing])
    const outbox = new Outbox(user, this.#plant(ports, this), registry)
    const open = { tab, user, outbox, signal: (signal: Signal) => tab.isAlive && hear(signal) }
    this.tabs.push(open)
    return open
  }

  /** No change is ever on its way from two tabs that live; what a dead one has sent can't be called back. */
  async #watched<T>(tab: FakeTab, key: string, send: () => Promise<T>): Promise<T> {
    if (this.#flying.get(key)?.isAlive) this.sentTwice.push(key)
    this.#flying.set(key, tab)
    try {
      return await send()
    } finally {
      this.#flying.delete(key)
      await tab.border()
    }
  }
  #refresh(): 'refreshed' | 'refused' | 'unreachable' {
    if (this.wire.network !== 'on') return 'unreachable'
    if (!this.#canRefresh) return 'refused'
    this.#newToken()
    return 'refreshed'
  }
  #newToken(): void {
    this.token = tokenFor(this.user, this.#uuid())
    this.server.sessions.set(this.token, this.user)
  }
  #tell(signal: Signal): void {
    for (const tab of this.tabs) tab.signal(signal)
  }
  #tab(pick: number): OpenTab | undefined {
    const living = this.tabs.filter(({ tab }) => tab.isAlive)
    return living[pick % Math.max(1, living.length)]
  }
  #disk(user: string): FakeDisk {
    const disk = this.disks.get(user)
    if (!disk) throw new Error(`nobody is called ${user}`)
    return disk
  }
  #uuid(): string {
    return uuidV7(this.clock.now(), (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(this.#chance() * 256)
    })
  }
  /** mulberry32: the run's own chance, so that a seed tells all. */
  #chance(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let x = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}
