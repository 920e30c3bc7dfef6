import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { allCommands } from '#src/app/commands.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import { withWaitingChanges } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import type { VisibleGrid } from '#src/boards/schedule/edits/block-edits.ts'
import { dayNow } from '#src/boards/schedule/edits/day-now.ts'
import { UndoHistory } from '#src/boards/schedule/edits/undo-history.ts'
import { scheduleItems } from '#src/boards/schedule/schedule-items.ts'
import { daysFrom } from '#src/format/calendar.ts'
import { Engine } from '#src/offline/outbox/engine.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { uuidV7 } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { httpTransport, type Send } from '#src/offline/outbox/send/transport.ts'
import { aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'
import {
  allTurns,
  FakeAir,
  FakeClock,
  FakeDisk,
  FakeTab,
  fakeMirror,
  fakeStore,
  fakeWitness,
} from '#tests/support/offline/offline-device.ts'
import { FakeLocks } from '#tests/support/offline/offline-locks.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { chanceOf } from '../chance.ts'
import { FakeSchedule, keyIn } from './fake-schedule.ts'

export const DRIVERS = [
  { id: 12, name: 'Maria Lopez' },
  { id: 13, name: 'Joe Hall' },
  { id: 14, name: 'Luis Nowak' },
] as const
const USER = '7'
export const DATES = daysFrom('2026-11-22', 7)
const SPAN = spanOf('2026-11-22')

/** ok · cut: the server has it, its answer is lost · lost: it never comes there. */
export type Way = 'ok' | 'cut' | 'lost'

/** The server's days, and how many changes of colleagues are among them. */
interface Known {
  readonly days: readonly ScheduleDay[]
  readonly edits: number
}

interface Seen extends Known {
  /** The same with what waits. */
  readonly onScreen: readonly ScheduleDay[]
}

/** One tab with the schedule's week in Edit: what it shows, the trail of what was done, its outbox, and the server. */
export class ScheduleRun {
  readonly server = new FakeSchedule()
  readonly #clock = new FakeClock()
  readonly #disk = new FakeDisk()
  readonly #locks = new FakeLocks()
  readonly #air = new FakeAir()
  readonly #token = tokenFor(USER, 'one')
  /** By the key of a request: what the person knew of the server when it was made, or decided about. */
  readonly seenAt = new Map<string, Seen>()
  /** The days on which nothing was planned, to the person's knowledge, when they once did something: a redo is upon that. */
  readonly actedOnNothing = new Set<string>()
  /** The same of what the server told when it said no to a request. */
  readonly #toldAt = new Map<string, number>()
  #told = 0
  #acting: Seen | null = null
  isOnline = true
  /** What happens to the next requests, in order; after that all goes well. */
  readonly ways: Way[] = []
  #shown: Known = { days: [], edits: 0 }
  readonly #chance: () => number
  #tab = new FakeTab(() => 0)
  outbox: Engine
  trail: UndoHistory

  constructor(seed: number) {
    this.#chance = chanceOf(seed)
    this.outbox = this.#opened()
    this.trail = this.#newTrail()
  }

  /** What is on screen. */
  get sheet(): VisibleGrid {
    const names = DRIVERS.map((driver) => {
      const own = this.#shown.days.filter((day) => day.driver === driver.id)
      return aScheduleRow(driver, own).drivers[0]!
    })
    const row = { ...aScheduleRow(DRIVERS[0], []), drivers: names }
    const { fold } = this.outbox.memory.snapshot()
    return { items: scheduleItems(withWaitingChanges([row], fold, SPAN), '', DATES), dates: DATES }
  }
  /** The days on screen, with what waits. */
  get onScreen(): readonly ScheduleDay[] {
    return this.sheet.items.flatMap((item) => (item.kind === 'driver' ? item.driver.days : []))
  }
  /** How many changes of colleagues are on screen. */
  get seenEdits(): number {
    return this.#shown.edits
  }
  /** The server's rows come to the screen. */
  look(): void {
    if (this.isOnline) this.#shown = { days: this.server.days(), edits: this.server.edits }
  }
  /**
   * A person decides about a conflict, knowing what the server has told with it: also of what they did on top of that change
   * since, which waits behind it.
   */
  async decide({ id, touches }: OutboxEntry, act: () => Promise<void>): Promise<void> {
    this.#told = this.#toldAt.get(id) ?? 0
    await act()
    for (const later of this.outbox.memory.snapshot().entries) {
      const known = this.seenAt.get(later.id)
      if (known && later.touches.some((key) => touches.includes(key)))
        this.seenAt.set(later.id, { ...known, edits: Math.max(known.edits, this.#told) })
    }
    this.#told = 0
  }
  turns(): Promise<void> {
    return allTurns()
  }
  /** Good weather until nothing moves any more. */
  async rest(): Promise<void> {
    this.isOnline = true
    this.ways.length = 0
    this.outbox.acts.sendNow()
    await this.#clock.advance(60 * 60_000, allTurns)
    this.look()
  }
  /** The tab ends and is opened anew: the trail is lost, what waits is not. */
  async reload(): Promise<void> {
    this.#tab.die()
    this.#tab = new FakeTab(() => this.#chance())
    this.outbox = this.#opened()
    this.trail = this.#newTrail()
    await this.outbox.ready()
  }

  #known() {
    return { ...this.#shown, onScreen: this.onScreen }
  }
  /** What is done, is done knowing what was on screen when it began, whatever comes there meanwhile. */
  async #act<T>(work: () => Promise<T>): Promise<T> {
    this.#acting = this.#known()
    const planned = new Set(this.#acting.days.map(({ driver, date }) => `${driver}/${date}`))
    const all = DRIVERS.flatMap(({ id }) => DATES.map((date) => `${id}/${date}`))
    for (const place of all) if (!planned.has(place)) this.actedOnNothing.add(place)
    try {
      return await work()
    } finally {
      this.#acting = null
    }
  }
  #newTrail(): UndoHistory {
    return new UndoHistory({
      submit: (drafts) => this.#act(() => this.outbox.acts.submitAll(drafts, { mayMerge: false })),
      takeBack: (id) => this.#act(() => this.outbox.acts.undo(id)),
      newId: () => this.#uuid(),
      loadRowDraft: async () => rowDraft,
      dayNow: (...day) => dayNow(this.outbox.memory.snapshot().fold, ...day),
    })
  }
  #opened(): Engine {
    const tab = this.#tab
    const who = { user: () => USER, token: () => this.#token, refresh: () => Promise.resolve('refused' as const) }
    const ports: OutboxPorts = {
      store: fakeStore(this.#disk, tab),
      mirror: fakeMirror(this.#disk, tab),
      locks: this.#locks.forTab(tab),
      channel: this.#air.forTab(tab),
      clock: this.#clock.forTab(tab),
      ids: { uuid: () => this.#newKey(), random: () => this.#chance() },
      transport: httpTransport(who, async (endpoint, options) => {
        await tab.border()
        const reply = await this.#send(endpoint, options)
        await tab.border()
        return reply
      }),
      session: who,
      lossMarker: fakeWitness(this.#disk),
      signals: { listen: () => () => undefined },
      device: { askToPersist: () => undefined, showBadge: () => undefined },
      tally: { read: () => Promise.resolve(null), reportGone: () => Promise.resolve() },
      signIn: null,
      onDeclined: () => this.look(),
      onSettled: async () => {
        await tab.border()
        if (!this.isOnline) throw new Error('no network')
        this.look()
      },
    }
    const registry = createRegistry()
    registry.register(allCommands())
    return new Engine(USER, ports, registry)
  }
  readonly #send: Send = async (endpoint: EndpointShape, { params, body, headers = {} }) => {
    const way = this.isOnline ? (this.ways.shift() ?? 'ok') : 'lost'
    if (way === 'lost') throw new ApiError('network')
    const answer = this.server.take(endpoint.name, structuredClone({ params, body, headers }))
    this.#toldAt.set(keyIn(headers), this.server.edits)
    if (way === 'cut') throw new ApiError('network')
    if (answer.status >= 400) throw new ApiError('status', { status: answer.status, problem: answer.body })
    return { data: structuredClone(answer.body), status: answer.status }
  }
  /** A request's key is made when the person acts: they know then what is on screen then. */
  #newKey(): string {
    const key = this.#uuid()
    const known = this.#acting ?? this.#known()
    this.seenAt.set(key, { ...known, edits: Math.max(known.edits, this.#told) })
    return key
  }
  #uuid(): string {
    return uuidV7(this.#clock.now(), (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(this.#chance() * 256)
    })
  }
}
