// The app loads these when they are first needed; here they are there, so that no turn is spent on a disk.
import '#src/offline/outbox/save/files.ts'
import '#src/offline/outbox/repair/repair-files.ts'
import '#src/offline/outbox/send/upload.ts'
import { Engine } from '#src/offline/outbox/engine.ts'
import { createRegistry, type Registry } from '#src/offline/outbox/entry/registry.ts'
import { uuidV7 } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Mirror, OutboxPorts, Signal } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/send/transport.ts'
import { chanceOf } from '../chance.ts'
import { conflictsIn, editsIn, PersonsActs } from './offline-acts.ts'
import {
  allTurns,
  FakeAir,
  FakeClock,
  FakeDisk,
  FakeTab,
  fakeMirror,
  fakeStore,
  fakeWitness,
} from './offline-device.ts'
import { SignIns } from './offline-held.ts'
import { Ledger } from './offline-ledger.ts'
import { FakeLocks } from './offline-locks.ts'
import { FakeServer, FakeWire, keysIn, type Network, type Trouble } from './offline-server.ts'
import { type App, NEW_APP, OLD_APP, THINGS } from './offline-things.ts'

export const PEOPLE = ['7', '8'] as const
export const FIELDS = ['status', 'note']

export type Step =
  | { readonly do: 'edit'; readonly tab: number; readonly things: readonly number[]; readonly field: number }
  | { readonly do: 'round'; readonly tab: number; readonly field: number }
  | { readonly do: 'note' | 'show'; readonly tab: number; readonly thing: number }
  | { readonly do: 'open'; readonly isOld?: boolean }
  | { readonly do: 'turns' | 'expire' | 'renew' | 'sign_in' | 'password' | 'switch' | 'online' | 'thaw' }
  | { readonly do: 'die'; readonly tab: number; readonly borders: number }
  | { readonly do: 'reload' | 'freeze' | 'let_go'; readonly tab: number }
  | { readonly do: 'network'; readonly to: Network }
  | { readonly do: 'trouble'; readonly troubles: readonly Trouble[] }
  | { readonly do: 'wait' | 'jump'; readonly ms: number }
  | { readonly do: 'colleague'; readonly thing: number; readonly field: number }
  | { readonly do: 'retry' | 'discard' | 'undo' | 'revise'; readonly pick: number }
  | { readonly do: 'settle'; readonly pick: number; readonly take: 'theirs' | 'mine' | 'value' }
  | { readonly do: 'crash'; readonly wipe: 'none' | 'store' | 'mirror' }
  | { readonly do: 'disk'; readonly trouble: FakeDisk['trouble'] }

export type Plant = (ports: OutboxPorts, world: OfflineRun, tab: FakeTab) => OutboxPorts
export interface OpenTab {
  readonly tab: FakeTab
  readonly user: string
  readonly app: App
  readonly registry: Registry
  readonly outbox: Engine
  readonly signal: (signal: Signal) => unknown
}

/** A token of the right form. What it says binds no server. */
export function tokenFor(user: string, session: string): string {
  return `x.${btoa(JSON.stringify({ sub: user, sid: session }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.x`
}

/** Notes what the mirror says it has: a device may lose its store only as long as that is all there is in it. */
function claiming(mirror: Mirror, disk: FakeDisk): Mirror {
  const placeOf = ({ seq, id }: { seq: number; id: string }) => `${seq}/${id}`
  return {
    ...mirror,
    put: async (entry) => {
      await mirror.put(entry)
      disk.claimed.add(placeOf(entry))
    },
    remove: async (name) => {
      disk.claimed.delete(placeOf(name))
      await mirror.remove(name)
    },
  }
}

/** One browser, its people, one server: a program runs on it, then everything is let come to rest. */
export class OfflineRun {
  readonly server = new FakeServer()
  readonly clock = new FakeClock()
  readonly wire: FakeWire
  readonly disks = new Map<string, FakeDisk>(PEOPLE.map((user) => [user, new FakeDisk()]))
  readonly ledger = new Ledger()
  readonly signIns = new SignIns()
  readonly wiped = new Set<string>()
  /** The commands to which the server said no, in order. */
  readonly declined: string[] = []
  readonly sentTwice: string[] = []
  tabs: OpenTab[] = []
  /** Those in which a person has signed out, and which may not be through with that. */
  readonly #leaving: OpenTab[] = []
  user: string = PEOPLE[0]
  token = ''
  readonly #locks = new FakeLocks()
  readonly #airs = new Map(PEOPLE.map((user) => [user as string, new FakeAir()]))
  readonly #seen = new Map<string, number>()
  readonly #flying = new Map<string, FakeTab>()
  readonly #plant: Plant
  readonly #acts = new PersonsActs(this)
  #canRefresh = true
  readonly #chance: () => number

  constructor(seed: number, plant: Plant = (ports) => ports) {
    this.#chance = chanceOf(seed)
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
      const at = this.#open()
      await this.clock.advance(60_000, allTurns)
      this.#acts.letGo(at)
      for (let hours = 0; hours < 4; hours += 1) await this.clock.advance(30 * 60_000, allTurns)
    }
  }

  #do(step: Step): void {
    const acts: { readonly [What in Step['do']]: (step: Extract<Step, { do: What }>) => void } = {
      edit: ({ tab, things, field }) => {
        const names = [...new Set(things.map((thing) => THINGS[thing] ?? 'a'))]
        this.#acts.edit(this.#anyTab(tab), names, FIELDS[field] ?? '')
      },
      // One change of each, one after the other: more than there are lanes.
      round: ({ tab, field }) => {
        for (const thing of THINGS) this.#acts.edit(this.#anyTab(tab), [thing], FIELDS[field] ?? '')
      },
      note: ({ tab, thing }) => this.#acts.note(this.#anyTab(tab), THINGS[thing] ?? 'a'),
      show: ({ tab, thing }) => this.#acts.show(this.#anyTab(tab), THINGS[thing] ?? 'a'),
      open: ({ isOld }) => this.#open(isOld ? OLD_APP : NEW_APP),
      die: ({ tab, borders }) => (borders === 0 ? this.#tab(tab)?.tab.die() : this.#tab(tab)?.tab.dieAfter(borders)),
      reload: ({ tab }) => {
        this.#tab(tab)?.tab.die()
        this.#open()
      },
      let_go: ({ tab }) => {
        const at = this.#tab(tab)
        if (at) this.#acts.letGo(at)
      },
      freeze: ({ tab }) => {
        const at = this.#tab(tab)
        at?.signal('frozen')
        at?.tab.freeze()
      },
      thaw: () => {
        for (const at of [...this.tabs, ...this.#leaving]) {
          at.tab.thaw()
          at.signal('thawed')
        }
      },
      network: ({ to }) => {
        this.wire.network = to
      },
      trouble: ({ troubles }) => this.wire.troubles.push(...troubles),
      jump: ({ ms }) => this.clock.jump(ms),
      colleague: ({ thing, field }) => this.server.colleague(THINGS[thing] ?? '', FIELDS[field] ?? ''),
      retry: ({ pick }) => this.#act(pick, (at) => this.#acts.retry(at, pick)),
      discard: ({ pick }) => this.#act(pick, (at) => this.#acts.discard(at, pick)),
      undo: ({ pick }) => this.#act(pick, (at) => this.#acts.undo(at, pick)),
      revise: ({ pick }) => this.#act(pick, (at) => this.#acts.revise(at, pick)),
      settle: ({ pick, take }) => {
        const at = this.tabs.find((one) => one.tab.isAlive && conflictsIn(one).length > 0)
        if (at) this.#acts.settle(at, conflictsIn(at)[pick % conflictsIn(at).length], take)
      },
      crash: ({ wipe }) => this.#crash(wipe),
      disk: ({ trouble }) => {
        this.disk(this.user).trouble = trouble
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
      password: () => this.tabs[0]?.tab.isAlive && this.tabs[0].outbox.acts.sendNow('signed_in'),
      switch: () => this.#switch(),
      turns: () => undefined,
      wait: () => undefined,
    }
    // The table has an act for each kind of step, of just that kind.
    const act = acts[step.do] as (step: Step) => void
    act(step)
  }

  #act(pick: number, act: (at: OpenTab) => void): void {
    const at = this.#tab(pick)
    if (at) act(at)
  }
  #anyTab(pick: number): OpenTab {
    return this.#tab(pick) ?? this.#open()
  }
  /** The token is another person's at once; that somebody else is here now, a tab hears a moment later. */
  async #hearOfSwitch({ tab, outbox }: OpenTab): Promise<void> {
    for (let turns = Math.floor(this.#chance() * 100); turns > 0; turns -= 1) await null
    await tab.border()
    await outbox.stop()
  }
  #switch(): void {
    for (const at of this.tabs) void this.#hearOfSwitch(at)
    this.#leaving.push(...this.tabs)
    this.tabs = []
    this.user = this.user === PEOPLE[0] ? PEOPLE[1] : PEOPLE[0]
    this.#canRefresh = true
    this.#newToken()
    this.signIns.begin(this.user, this.uuid(), this.disk(this.user))
    this.#open()
  }
  #crash(wipe: 'none' | 'store' | 'mirror'): void {
    for (const { tab } of [...this.tabs, ...this.#leaving]) tab.die()
    this.tabs = []
    this.#leaving.length = 0
    const disk = this.disk(this.user)
    // Both copies of a change gone at once is more than any device can bear; here one goes while the other is whole.
    const entries = [...disk.content.entries.values()]
    const mirrored = new Set([...disk.claimed].map((place) => Number(place.split('/')[0])))
    const noted = [...entries.map(({ seq }) => seq), ...(disk.note?.unsettled ?? [])]
    const hasFiles = [...disk.content.files.keys()].every((id) => disk.mirroredFiles.has(id))
    if (wipe === 'store' && hasFiles && noted.every((seq) => mirrored.has(seq))) {
      this.#forgetGivenUp(disk)
      disk.wipeStore()
      this.wiped.add(this.user)
      if (this.#chance() < 0.5) this.signIns.loseName(this.user, disk)
    }
    const isStored = (place: string) => entries.some(({ seq, id }) => place === `${seq}/${id}`)
    const known = new Set([...disk.content.fates.values()].map(({ seq, id }) => `${seq}/${id}`))
    const hasMirrored = [...disk.mirroredFiles.keys()].every((id) => disk.content.files.has(id))
    if (
      wipe === 'mirror' &&
      hasMirrored &&
      [...disk.mirror.keys()].every((place) => isStored(place) || known.has(place))
    ) {
      disk.wipeMirror()
    }
  }

  /** A copy that could not be removed, and no word any more of what became of it: it may come back. */
  #forgetGivenUp({ content, mirror, inputs }: FakeDisk): void {
    for (const { id, seq, state } of content.fates.values()) {
      if (state === 'done' || !mirror.has(`${seq}/${id}`)) continue
      const { edit, covers } = editsIn(inputs.get(id))
      this.ledger.release([edit, ...covers])
      for (const one of [edit, ...covers]) this.ledger.restore(one)
    }
  }

  #open(app: App = NEW_APP): OpenTab {
    const { user } = this
    const tab = new FakeTab(() => this.#chance())
    const disk = this.disk(user)
    const who = {
      user: () => user,
      token: () => this.token,
      refresh: () => Promise.resolve(this.#refresh()),
    }
    const signIn = this.signIns.nameOf(user)
    let hear: (signal: Signal) => void = () => undefined
    const ports: OutboxPorts = {
      store: fakeStore(disk, tab),
      mirror: fakeMirror(disk, tab),
      locks: this.#locks.forTab(tab),
      channel: (this.#airs.get(user) ?? new FakeAir()).forTab(tab),
      clock: this.clock.forTab(tab),
      ids: { uuid: () => this.uuid(), random: () => this.#chance() },
      transport: httpTransport(who, async (endpoint, options) => {
        await tab.border()
        if (options.signal?.aborted) throw new DOMException('called off', 'AbortError')
        const keys = keysIn(options)
        this.signIns.note(user, signIn, keys)
        return this.#watched(tab, keys, () => this.wire.send(endpoint, options))
      }),
      session: who,
      lossMarker: fakeWitness(disk),
      signals: {
        listen: (listener) => {
          hear = listener
          return () => undefined
        },
      },
      device: { askToPersist: () => undefined, showBadge: () => undefined },
      tally: this.#tally(user, tab),
      signIn,
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
    registry.register(app.commands as never)
    const planted = this.#plant(ports, this, tab)
    const outbox = new Engine(user, { ...planted, mirror: claiming(planted.mirror, disk) }, registry)
    const open = { tab, user, app, registry, outbox, signal: (signal: Signal) => tab.isAlive && hear(signal) }
    this.tabs.push(open)
    return open
  }

  #tally(user: string, tab: FakeTab): OutboxPorts['tally'] {
    const reach = async (device: string) => {
      await tab.border()
      if (this.wire.network !== 'on') throw new Error('no network')
      return this.server.numbersOf(user, device)
    }
    return {
      read: async (device) => {
        const { come, accounted } = await reach(device)
        if (come.size === 0) return null
        const highest = Math.max(...come)
        const all = Array.from({ length: highest }, (_, at) => at + 1)
        return { highest, missing: all.filter((seq) => !come.has(seq) && !accounted.has(seq)) }
      },
      reportGone: async (device, seqs) => {
        const { accounted } = await reach(device)
        for (const seq of seqs) accounted.add(seq)
      },
    }
  }
  /** No change is ever on its way from two tabs that live; what a dead one has sent can't be called back. */
  async #watched<T>(tab: FakeTab, keys: readonly string[], send: () => Promise<T>): Promise<T> {
    this.sentTwice.push(...keys.filter((key) => this.#flying.get(key)?.isAlive))
    for (const key of keys) this.#flying.set(key, tab)
    try {
      return await send()
    } finally {
      for (const key of keys) this.#flying.delete(key)
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
    this.token = tokenFor(this.user, this.uuid())
    this.server.sessions.set(this.token, this.user)
  }
  #tell(signal: Signal): void {
    for (const tab of this.tabs) tab.signal(signal)
  }
  #tab(pick: number): OpenTab | undefined {
    const living = this.tabs.filter(({ tab }) => tab.isAlive)
    return living[pick % Math.max(1, living.length)]
  }
  /** The version of a thing that a person has seen. */
  seen(user: string, thing: string): number {
    return this.#seen.get(`${user} ${thing}`) ?? 1
  }
  disk(user: string): FakeDisk {
    const disk = this.disks.get(user)
    if (!disk) throw new Error(`nobody is called ${user}`)
    return disk
  }
  uuid(): string {
    return uuidV7(this.clock.now(), (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(this.#chance() * 256)
    })
  }
}
