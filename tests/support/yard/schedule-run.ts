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
  FakeChannels,
  FakeClock,
  FakeDisk,
  FakeTab,
  fakeLossMarker,
  fakeMirror,
  fakePhotos,
  fakeStore,
} from '#tests/support/offline/offline-device.ts'
import { FakeLocks } from '#tests/support/offline/offline-locks.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { seededRandom } from '../seeded-random.ts'
import { FakeSchedule, requestKey } from './fake-schedule.ts'

export const DRIVERS = [
  { id: 12, name: 'Maria Lopez' },
  { id: 13, name: 'Joe Hall' },
  { id: 14, name: 'Luis Nowak' },
] as const
const USER = '7'
export const DATES = daysFrom('2026-11-22', 7)
const SPAN = spanOf('2026-11-22')

/** What happens to a request. ok · cut: the server accepts it, but the response is lost · lost: it never arrives. */
export type Delivery = 'ok' | 'cut' | 'lost'

/** The server's days, and the number of colleagues' changes that they include. */
interface ServerView {
  readonly days: readonly ScheduleDay[]
  readonly colleagueEdits: number
}

interface UserView extends ServerView {
  /** The days with the waiting changes applied. */
  readonly onScreen: readonly ScheduleDay[]
}

/** One tab with a week of the schedule in Edit: the screen, the undo history, the outbox, and the server. */
export class ScheduleRun {
  readonly server = new FakeSchedule()
  readonly #clock = new FakeClock()
  readonly #disk = new FakeDisk()
  readonly #locks = new FakeLocks()
  readonly #channels = new FakeChannels()
  readonly #token = tokenFor(USER, 'one')
  /**
   * By the key of a request: what the user had seen from the server when creating the change or resolving its conflict.
   */
  readonly viewByRequest = new Map<string, UserView>()
  /** The days (`driver/date`) that were empty on screen when any action of the user began. A redo may rely on that. */
  readonly daysSeenEmpty = new Set<string>()
  /** By the key of a request: the number of colleagues' changes when the server responded to it. */
  readonly #colleagueEditsAtResponse = new Map<string, number>()
  /** The number of colleagues' changes that the conflict being resolved shows; 0 while none is. */
  #colleagueEditsInConflict = 0
  /** What the user knew when the current action began; null between actions. */
  #viewAtStart: UserView | null = null
  isOnline = true
  /** What happens to the next requests, in order. Later requests succeed. */
  readonly deliveries: Delivery[] = []
  #screen: ServerView = { days: [], colleagueEdits: 0 }
  readonly #random: () => number
  #tab = new FakeTab(() => 0)
  outbox: Engine
  undoHistory: UndoHistory

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    this.outbox = this.#openEngine()
    this.undoHistory = this.#newUndoHistory()
  }

  /** The grid on screen. */
  get grid(): VisibleGrid {
    const drivers = DRIVERS.map((driver) => {
      const days = this.#screen.days.filter((day) => day.driver === driver.id)
      return aScheduleRow(driver, days).drivers[0]!
    })
    const row = { ...aScheduleRow(DRIVERS[0], []), drivers }
    const { fold } = this.outbox.memory.snapshot()
    return { items: scheduleItems(withWaitingChanges([row], fold, SPAN), '', DATES), dates: DATES }
  }
  /** The days on screen, with the waiting changes applied. */
  get onScreen(): readonly ScheduleDay[] {
    return this.grid.items.flatMap((item) => (item.kind === 'driver' ? item.driver.days : []))
  }
  /** The number of colleagues' changes on screen. */
  get seenColleagueEdits(): number {
    return this.#screen.colleagueEdits
  }
  /** Shows the server's current rows on screen, if online. */
  refreshScreen(): void {
    if (this.isOnline) this.#screen = { days: this.server.days(), colleagueEdits: this.server.colleagueEdits }
  }
  /**
   * The user resolves a conflict, which shows the server's values. The user's later changes of the same records wait
   * behind this one. They count as made with the same knowledge.
   */
  async decide({ id, touches }: OutboxEntry, act: () => Promise<void>): Promise<void> {
    this.#colleagueEditsInConflict = this.#colleagueEditsAtResponse.get(id) ?? 0
    await act()
    for (const later of this.outbox.memory.snapshot().entries) {
      const view = this.viewByRequest.get(later.id)
      if (view && later.touches.some((key) => touches.includes(key)))
        this.viewByRequest.set(later.id, {
          ...view,
          colleagueEdits: Math.max(view.colleagueEdits, this.#colleagueEditsInConflict),
        })
    }
    this.#colleagueEditsInConflict = 0
  }
  runTurns(): Promise<void> {
    return allTurns()
  }
  /** Goes online, lets all requests succeed, and runs until nothing is left to do. */
  async runUntilIdle(): Promise<void> {
    this.isOnline = true
    this.deliveries.length = 0
    this.outbox.acts.sendNow()
    await this.#clock.advance(60 * 60_000, allTurns)
    this.refreshScreen()
  }
  /** Closes the tab and opens another one. The undo history is lost, the waiting changes are not. */
  async reload(): Promise<void> {
    this.#tab.die()
    this.#tab = new FakeTab(() => this.#random())
    this.outbox = this.#openEngine()
    this.undoHistory = this.#newUndoHistory()
    await this.outbox.ready()
  }

  #currentView() {
    return { ...this.#screen, onScreen: this.onScreen }
  }
  /**
   * Runs an action of the user, who knows what was on screen when it began. Rows that arrive meanwhile do not count.
   */
  async #runAct<T>(work: () => Promise<T>): Promise<T> {
    this.#viewAtStart = this.#currentView()
    const planned = new Set(this.#viewAtStart.days.map(({ driver, date }) => `${driver}/${date}`))
    const all = DRIVERS.flatMap(({ id }) => DATES.map((date) => `${id}/${date}`))
    for (const day of all) if (!planned.has(day)) this.daysSeenEmpty.add(day)
    try {
      return await work()
    } finally {
      this.#viewAtStart = null
    }
  }
  #newUndoHistory(): UndoHistory {
    return new UndoHistory({
      submit: (drafts) => this.#runAct(() => this.outbox.acts.submitAll(drafts, { mayMerge: false })),
      takeBack: (id) => this.#runAct(() => this.outbox.acts.undo(id)),
      newId: () => this.#uuid(),
      loadRowDraft: async () => rowDraft,
      dayNow: (...day) => dayNow(this.outbox.memory.snapshot().fold, ...day),
    })
  }
  #openEngine(): Engine {
    const tab = this.#tab
    const session = { user: () => USER, token: () => this.#token, refresh: () => Promise.resolve('refused' as const) }
    const ports: OutboxPorts = {
      store: fakeStore(this.#disk, tab),
      mirror: fakeMirror(this.#disk, tab),
      photos: fakePhotos(this.#disk, tab),
      locks: this.#locks.forTab(tab),
      channel: this.#channels.forTab(tab),
      clock: this.#clock.forTab(tab),
      ids: { uuid: () => this.#newRequestKey(), random: () => this.#random() },
      transport: httpTransport(session, async (endpoint, options) => {
        await tab.checkpoint()
        const reply = await this.#send(endpoint, options)
        await tab.checkpoint()
        return reply
      }),
      session,
      lossMarker: fakeLossMarker(this.#disk),
      signals: { listen: () => () => undefined },
      device: { askToPersist: () => undefined, showBadge: () => undefined },
      tally: { read: () => Promise.resolve(null), reportGone: () => Promise.resolve() },
      signIn: null,
      onShown: () => Promise.resolve(),
      onRows: () => undefined,
      onDeclined: () => this.refreshScreen(),
      onSettled: async () => {
        await tab.checkpoint()
        if (!this.isOnline) throw new Error('no network')
        this.refreshScreen()
        return this.#clock.now()
      },
    }
    const registry = createRegistry()
    registry.register(allCommands())
    return new Engine(USER, ports, registry)
  }
  readonly #send: Send = async (endpoint: EndpointShape, { params, body, headers = {} }) => {
    const delivery = this.isOnline ? (this.deliveries.shift() ?? 'ok') : 'lost'
    if (delivery === 'lost') throw new ApiError('network')
    const answer = this.server.handle(endpoint.name, structuredClone({ params, body, headers }))
    this.#colleagueEditsAtResponse.set(requestKey(headers), this.server.colleagueEdits)
    if (delivery === 'cut') throw new ApiError('network')
    if (answer.status >= 400) throw new ApiError('status', { status: answer.status, problem: answer.body })
    return { data: structuredClone(answer.body), status: answer.status }
  }
  /** Creates the key of a request and records what the user knows at that moment. */
  #newRequestKey(): string {
    const key = this.#uuid()
    const view = this.#viewAtStart ?? this.#currentView()
    this.viewByRequest.set(key, {
      ...view,
      colleagueEdits: Math.max(view.colleagueEdits, this.#colleagueEditsInConflict),
    })
    return key
  }
  #uuid(): string {
    return uuidV7(this.#clock.now(), (bytes) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(this.#random() * 256)
    })
  }
}
