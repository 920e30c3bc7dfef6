// The app loads these modules on demand. Loaded here, they take no turn during a run.
import '#src/offline/outbox/save/files.ts'
import '#src/offline/outbox/repair/repair-files.ts'
import '#src/offline/outbox/send/upload.ts'
import { Engine } from '#src/offline/outbox/engine.ts'
import { createRegistry, type Registry } from '#src/offline/outbox/entry/registry.ts'
import { uuidV7 } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Mirror, OutboxPorts, Signal } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/send/transport.ts'
import { seededRandom } from '../seeded-random.ts'
import { conflictsIn, editsIn, UserActs } from './offline-acts.ts'
import {
  allTurns,
  FakeChannels,
  FakeClock,
  FakeDisk,
  FakeTab,
  fakeLossMarker,
  fakeMirror,
  fakePhotos,
  fakeStore,
} from './offline-device.ts'
import { Ledger } from './offline-ledger.ts'
import { FakeLocks } from './offline-locks.ts'
import { FakeServer, FakeWire, keysIn, type Network, type Trouble } from './offline-server.ts'
import { SignIns } from './offline-sign-ins.ts'
import { type App, NEW_APP, OLD_APP, THINGS } from './offline-things.ts'
import { FakeWorkers } from './offline-workers.ts'

export const USERS = ['7', '8'] as const
export const FIELDS = ['status', 'note']

/**
 * One step of a program. `tab`, `thing`, `field` and `pick` are indexes: of a tab, a thing, a field, an entry. Steps
 * whose name does not say it:
 * - `round`: changes each thing.
 * - `note`: saves a note, which depends on the thing. `show`: saves a photo of the thing.
 * - `turns`: runs all pending work.
 * - `expire`: ends the session. `renew`: ends only its access token.
 * - `password`: the user enters the password. `switch`: another user signs in. `online`: the browser reports a network.
 * - `die`: a tab dies, after this number of checkpoints.
 * - `wake`: the browser starts the service worker to send. It may die after this number of checkpoints.
 * - `let_go`: the user sends the held entries.
 * - `wait`: time passes. `jump`: the clock is set.
 * - `settle`: the user resolves a conflict.
 * - `crash`: all tabs die, and one copy of the outbox may be lost.
 */
export type Step =
  | { readonly do: 'edit'; readonly tab: number; readonly things: readonly number[]; readonly field: number }
  | { readonly do: 'round'; readonly tab: number; readonly field: number }
  | { readonly do: 'note' | 'show'; readonly tab: number; readonly thing: number }
  | { readonly do: 'open'; readonly isOld?: boolean }
  | { readonly do: 'turns' | 'expire' | 'renew' | 'sign_in' | 'password' | 'switch' | 'online' | 'thaw' }
  | { readonly do: 'die'; readonly tab: number; readonly checkpoints: number }
  | { readonly do: 'wake'; readonly checkpoints: number | null }
  | { readonly do: 'end_workers' }
  | { readonly do: 'reload' | 'freeze' | 'let_go'; readonly tab: number }
  | { readonly do: 'network'; readonly to: Network }
  | { readonly do: 'trouble'; readonly troubles: readonly Trouble[] }
  | { readonly do: 'wait' | 'jump'; readonly ms: number }
  | { readonly do: 'colleague'; readonly thing: number; readonly field: number }
  | { readonly do: 'retry' | 'discard' | 'undo' | 'revise'; readonly pick: number }
  | { readonly do: 'settle'; readonly pick: number; readonly take: 'theirs' | 'mine' | 'value' }
  | { readonly do: 'crash'; readonly wipe: 'none' | 'store' | 'mirror' }
  | { readonly do: 'disk'; readonly trouble: FakeDisk['trouble'] }

/** Returns a tab's ports with a fault, so that a test can show that the verdict finds it. */
export type PlantedFault = (ports: OutboxPorts, run: OfflineRun, tab: FakeTab) => OutboxPorts
export interface OpenTab {
  readonly tab: FakeTab
  readonly user: string
  readonly app: App
  readonly registry: Registry
  readonly outbox: Engine
  readonly signal: (signal: Signal) => unknown
}

/** A token in the right form. The fake server does not read its content. */
export function tokenFor(user: string, session: string): string {
  return `x.${btoa(JSON.stringify({ sub: user, sid: session }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}.x`
}

/**
 * Notes the copies that the mirror confirms. A run wipes a device's store only if the mirror has all of its entries.
 */
function noteConfirmedCopies(mirror: Mirror, disk: FakeDisk): Mirror {
  const nameOf = ({ seq, id }: { seq: number; id: string }) => `${seq}/${id}`
  return {
    ...mirror,
    put: async (entry) => {
      await mirror.put(entry)
      disk.confirmedCopies.add(nameOf(entry))
    },
    remove: async (name) => {
      disk.confirmedCopies.delete(nameOf(name))
      await mirror.remove(name)
    },
  }
}

/** One browser with its users, and one server. A test runs a program of steps on it, and then `runUntilIdle`. */
export class OfflineRun {
  readonly server = new FakeServer()
  readonly clock = new FakeClock()
  readonly wire: FakeWire
  readonly disks = new Map<string, FakeDisk>(USERS.map((user) => [user, new FakeDisk()]))
  readonly ledger = new Ledger()
  readonly signIns = new SignIns()
  /** The users whose store was wiped. */
  readonly wiped = new Set<string>()
  /** The names of the commands that the server refused, in order. */
  readonly declined: string[] = []
  /** The idempotency keys that two living tabs sent at the same time. */
  readonly sentTwice: string[] = []
  tabs: OpenTab[] = []
  /** Tabs whose user has signed out, and which may still be stopping. */
  readonly #leaving: OpenTab[] = []
  user: string = USERS[0]
  token = ''
  readonly #locks = new FakeLocks()
  readonly #channels = new Map(USERS.map((user) => [user as string, new FakeChannels()]))
  /** By user and thing: the version of the thing that the user has seen. */
  readonly #seen = new Map<string, number>()
  /** By idempotency key: the tab whose request is under way. */
  readonly #inFlight = new Map<string, FakeTab>()
  readonly #plantFault: PlantedFault
  readonly #acts = new UserActs(this)
  readonly #workers = new FakeWorkers(this)
  #canRefresh = true
  readonly #random: () => number

  constructor(seed: number, plant: PlantedFault = (ports) => ports) {
    this.#random = seededRandom(seed)
    this.#plantFault = plant
    // The timers of the network belong to a tab that never dies.
    const wireClock = this.clock.forTab(new FakeTab(() => 0))
    this.wire = new FakeWire(this.server, (ms, work) => wireClock.after(ms, work))
    this.#newToken()
    this.#open()
  }

  async step(step: Step): Promise<void> {
    this.#do(step)
    if (step.do === 'wait') await this.clock.advance(step.ms, allTurns)
    if (step.do === 'turns') await allTurns()
    // The next step may begin in the middle of the work that this one has started.
    for (let turns = Math.floor(this.#random() * 30); turns > 0; turns -= 1) await null
  }
  /** Gives each user in turn a working network, disk and session, until nothing is left to send. */
  async runUntilIdle(): Promise<void> {
    this.wire.network = 'on'
    this.wire.troubles.length = 0
    for (const disk of this.disks.values()) disk.trouble = 'none'
    for (const user of USERS) {
      this.#crash('none')
      this.user = user
      this.#canRefresh = true
      this.#newToken()
      const at = this.#open()
      await this.clock.advance(60_000, allTurns)
      this.#acts.releaseHeld(at)
      for (let hours = 0; hours < 4; hours += 1) await this.clock.advance(30 * 60_000, allTurns)
    }
  }

  #do(step: Step): void {
    const acts: { readonly [What in Step['do']]: (step: Extract<Step, { do: What }>) => void } = {
      edit: ({ tab, things, field }) => {
        const keys = [...new Set(things.map((thing) => THINGS[thing] ?? 'a'))]
        this.#acts.edit(this.#anyTab(tab), keys, FIELDS[field] ?? '')
      },
      // The changes form more record queues than requests can run in parallel.
      round: ({ tab, field }) => {
        for (const thing of THINGS) this.#acts.edit(this.#anyTab(tab), [thing], FIELDS[field] ?? '')
      },
      note: ({ tab, thing }) => this.#acts.note(this.#anyTab(tab), THINGS[thing] ?? 'a'),
      show: ({ tab, thing }) => this.#acts.show(this.#anyTab(tab), THINGS[thing] ?? 'a'),
      open: ({ isOld }) => this.#open(isOld ? OLD_APP : NEW_APP),
      die: ({ tab, checkpoints }) =>
        checkpoints === 0 ? this.#tab(tab)?.tab.die() : this.#tab(tab)?.tab.dieAfter(checkpoints),
      wake: ({ checkpoints }) => this.#workers.wake(checkpoints),
      end_workers: () => this.#workers.die(),
      reload: ({ tab }) => {
        this.#tab(tab)?.tab.die()
        this.#open()
      },
      let_go: ({ tab }) => {
        const at = this.#tab(tab)
        if (at) this.#acts.releaseHeld(at)
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
      online: () => this.#signalAll('online'),
      expire: () => {
        this.server.sessions.delete(this.token)
        this.#canRefresh = false
      },
      renew: () => this.server.sessions.delete(this.token),
      sign_in: () => {
        this.#canRefresh = true
        this.#newToken()
        this.#signalAll('signed_in')
      },
      password: () => this.tabs[0]?.tab.isAlive && this.tabs[0].outbox.acts.sendNow('signed_in'),
      switch: () => this.#switchUser(),
      turns: () => undefined,
      wait: () => undefined,
    }
    // The function `acts[step.do]` accepts exactly this kind of step.
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
  /** Stops a tab after a switch of users. The token changes immediately. The tab learns of the switch later. */
  async #stopAfterSwitch({ tab, outbox }: OpenTab): Promise<void> {
    for (let turns = Math.floor(this.#random() * 100); turns > 0; turns -= 1) await null
    await tab.checkpoint()
    await outbox.stop()
  }
  #switchUser(): void {
    for (const at of this.tabs) void this.#stopAfterSwitch(at)
    this.#workers.stop()
    this.#leaving.push(...this.tabs)
    this.tabs = []
    this.user = this.user === USERS[0] ? USERS[1] : USERS[0]
    this.#canRefresh = true
    this.#newToken()
    this.signIns.begin(this.user, this.uuid(), this.disk(this.user))
    this.#open()
  }
  #crash(wipe: 'none' | 'store' | 'mirror'): void {
    for (const { tab } of [...this.tabs, ...this.#leaving]) tab.die()
    this.#workers.die()
    this.tabs = []
    this.#leaving.length = 0
    const disk = this.disk(this.user)
    // No app can survive the loss of both copies of a change. So one copy is wiped only while the other is complete.
    const entries = [...disk.content.entries.values()]
    const mirroredSeqs = new Set([...disk.confirmedCopies].map((place) => Number(place.split('/')[0])))
    const unsettledSeqs = [...entries.map(({ seq }) => seq), ...(disk.note?.unsettled ?? [])]
    const isEveryFileMirrored = [...disk.content.files.keys()].every((id) => disk.mirroredFiles.has(id))
    if (wipe === 'store' && isEveryFileMirrored && unsettledSeqs.every((seq) => mirroredSeqs.has(seq))) {
      this.#expectPossibleReturns(disk)
      disk.wipeStore()
      this.wiped.add(this.user)
      if (this.#random() < 0.5) this.signIns.loseName(this.user, disk)
    }
    const isStored = (place: string) => entries.some(({ seq, id }) => place === `${seq}/${id}`)
    const settled = new Set([...disk.content.finalStates.values()].map(({ seq, id }) => `${seq}/${id}`))
    const isEveryFileStored = [...disk.mirroredFiles.keys()].every((id) => disk.content.files.has(id))
    if (
      wipe === 'mirror' &&
      isEveryFileStored &&
      [...disk.mirror.keys()].every((place) => isStored(place) || settled.has(place))
    ) {
      disk.wipeMirror()
    }
  }

  /**
   * Notes the changes that may return after a wipe of the store. A copy that could not be removed from the mirror may
   * become a waiting entry again, because its final state is lost.
   */
  #expectPossibleReturns({ content, mirror, inputs }: FakeDisk): void {
    for (const { id, seq, state } of content.finalStates.values()) {
      if (state === 'done' || !mirror.has(`${seq}/${id}`)) continue
      const { edit, covers } = editsIn(inputs.get(id))
      this.ledger.beginWithdrawal([edit, ...covers])
      for (const one of [edit, ...covers]) this.ledger.restore(one)
    }
  }

  #open(app: App = NEW_APP): OpenTab {
    const { user } = this
    const tab = new FakeTab(() => this.#random())
    let listener: (signal: Signal) => void = () => undefined
    const ports = this.portsOf(user, tab, (added) => {
      listener = added
    })
    const registry = createRegistry()
    registry.register(app.commands as never)
    const outbox = new Engine(user, ports, registry)
    const openTab = { tab, user, app, registry, outbox, signal: (signal: Signal) => tab.isAlive && listener(signal) }
    this.tabs.push(openTab)
    return openTab
  }
  /** The ports of a tab of `user`, with the planted fault. */
  portsOf(user: string, tab: FakeTab, listen: (listener: (signal: Signal) => void) => void): OutboxPorts {
    const disk = this.disk(user)
    const session = {
      user: () => user,
      token: () => this.token,
      refresh: () => Promise.resolve(this.#refresh()),
    }
    const signIn = this.signIns.nameOf(user)
    const ports: OutboxPorts = {
      store: fakeStore(disk, tab),
      mirror: fakeMirror(disk, tab),
      photos: fakePhotos(disk, tab),
      locks: this.#locks.forTab(tab),
      channel: (this.#channels.get(user) ?? new FakeChannels()).forTab(tab),
      clock: this.clock.forTab(tab),
      ids: { uuid: () => this.uuid(), random: () => this.#random() },
      transport: httpTransport(session, async (endpoint, options) => {
        await tab.checkpoint()
        if (options.signal?.aborted) throw new DOMException('called off', 'AbortError')
        const keys = keysIn(options)
        this.signIns.note(user, signIn, keys)
        return this.#sendWatched(tab, keys, () => this.wire.send(endpoint, options))
      }),
      session,
      lossMarker: fakeLossMarker(disk),
      signals: {
        listen: (added) => {
          listen(added)
          return () => undefined
        },
      },
      device: { askToPersist: () => undefined, showBadge: () => undefined },
      tally: this.#tally(user, tab),
      signIn,
      onShown: () => Promise.resolve(),
      onRows: () => undefined,
      onDeclined: (command) => this.declined.push(command.name),
      onSettled: async (settled) => {
        await tab.checkpoint()
        if (this.wire.network !== 'on') throw new Error('no network')
        for (const { entry } of settled) {
          for (const key of entry.touches) {
            const thing = key.replace('thing/', '')
            this.#seen.set(`${user} ${thing}`, this.server.versionOf(thing))
          }
        }
        return this.clock.now()
      },
    }
    const portsWithFault = this.#plantFault(ports, this, tab)
    return { ...portsWithFault, mirror: noteConfirmedCopies(portsWithFault.mirror, disk) }
  }

  #tally(user: string, tab: FakeTab): OutboxPorts['tally'] {
    const numbersOf = async (device: string) => {
      await tab.checkpoint()
      if (this.wire.network !== 'on') throw new Error('no network')
      return this.server.numbersOf(user, device)
    }
    return {
      read: async (device) => {
        const { received, accounted } = await numbersOf(device)
        if (received.size === 0) return null
        const highest = Math.max(...received)
        const all = Array.from({ length: highest }, (_, at) => at + 1)
        return { highest, missing: all.filter((seq) => !received.has(seq) && !accounted.has(seq)) }
      },
      reportGone: async (device, seqs) => {
        const { accounted } = await numbersOf(device)
        for (const seq of seqs) accounted.add(seq)
      },
    }
  }
  /** Sends a request and notes keys that another living tab is sending. A dead tab's request can't be canceled. */
  async #sendWatched<T>(tab: FakeTab, keys: readonly string[], send: () => Promise<T>): Promise<T> {
    this.sentTwice.push(...keys.filter((key) => this.#inFlight.get(key)?.isAlive))
    for (const key of keys) this.#inFlight.set(key, tab)
    try {
      return await send()
    } finally {
      for (const key of keys) this.#inFlight.delete(key)
      await tab.checkpoint()
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
  #signalAll(signal: Signal): void {
    for (const tab of this.tabs) tab.signal(signal)
  }
  #tab(pick: number): OpenTab | undefined {
    const livingTabs = this.tabs.filter(({ tab }) => tab.isAlive)
    return livingTabs[pick % Math.max(1, livingTabs.length)]
  }
  /** The version of a thing that the user has seen. */
  seen(user: string, thing: string): number {
    return this.#seen.get(`${user} ${thing}`) ?? 1
  }
  disk(user: string): FakeDisk {
    const disk = this.disks.get(user)
    if (!disk) throw new Error(`there is no user ${user}`)
    return disk
  }
  /** 0 ≤ x < 1 */
  readonly random = (): number => this.#random()
  uuid(): string {
    return uuidV7(this.clock.now(), (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(this.#random() * 256)
    })
  }
}
