import type { ScheduleDay } from '#contract/schedule-day.ts'
import { type RowEdit, rowDraft } from '#src/areas/schedule/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Draft } from '#src/offline/command.ts'

/** One thing that the person did, however many cells it changed. */
export interface Step {
  readonly rows: readonly RowEdit[]
  readonly words: string
  /** The changes that the outbox keeps for it, in order. */
  readonly ids: readonly string[]
}

/** What the trail needs of the world. */
export interface TrailPorts {
  /** Keeps all of the changes, or none; answers the id of each. */
  readonly submit: (drafts: readonly Draft[]) => Promise<readonly string[]>
  /** Takes changes back, in this order; answers whether what was there before has to be sent. */
  readonly takeBack: (ids: readonly string[]) => Promise<boolean>
  readonly newId: () => string
  /** A day as it was seen, with all that waits on this device. */
  readonly dayNow: (driver: number, date: IsoDay, seen: ScheduleDay | null) => ScheduleDay | null
}

export interface TrailState {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

const MOST_STEPS = 200

/**
 * The steps of one person at one schedule, to be taken back and made again, however many they are. One thing at a time:
 * a key that is pressed while the device still keeps the one before starts from what that leaves.
 */
export class Trail {
  readonly #ports: TrailPorts
  readonly #listeners = new Set<() => void>()
  #done: Step[] = []
  #undone: Step[] = []
  #state: TrailState = { canUndo: false, canRedo: false }
  #line: Promise<unknown> = Promise.resolve()

  constructor(ports: TrailPorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): TrailState => this.#state

  /** Makes an edit; rejects with `NotKept`. Answers the step, or null where nothing differs. */
  apply(rows: readonly RowEdit[], words: string): Promise<Step | null> {
    return this.#inLine(async () => {
      const step = await this.#make(rows, words)
      if (step) this.#set([...this.#done, step].slice(-MOST_STEPS), [])
      return step
    })
  }
  /** Takes the last step back. Answers it, and whether anything has to be sent for that; null where there is none. */
  undo(): Promise<{ readonly step: Step; readonly isSent: boolean } | null> {
    return this.#inLine(async () => {
      const step = this.#done.at(-1)
      if (!step) return null
      // What can't be taken back now can't be later either: it leaves the trail, and the person is told why.
      this.#set(this.#done.slice(0, -1), this.#undone)
      const isSent = await this.#ports.takeBack(step.ids.toReversed())
      this.#set(this.#done, [...this.#undone, step])
      return { step, isSent }
    })
  }
  /** Makes the last step that was taken back again; rejects with `NotKept`. Null where there is none. */
  redo(): Promise<Step | null> {
    return this.#inLine(async () => {
      const step = this.#undone.at(-1)
      if (!step) return null
      const again = await this.#make(step.rows, step.words)
      this.#set(again ? [...this.#done, again] : this.#done, this.#undone.slice(0, -1))
      return again ?? step
    })
  }

  async #make(rows: readonly RowEdit[], words: string): Promise<Step | null> {
    const { submit, newId, dayNow } = this.#ports
    const now = rows.map(({ driver, targets }) => ({
      driver,
      targets: targets.map((target) => ({ ...target, was: dayNow(driver.id, target.date, target.was) })),
    }))
    const drafts = now.flatMap((row) => rowDraft(row, newId) ?? [])
    if (drafts.length === 0) return null
    return { rows, words, ids: await submit(drafts) }
  }
  #set(done: Step[], undone: Step[]): void {
    this.#done = done
    this.#undone = undone
    const state = { canUndo: done.length > 0, canRedo: undone.length > 0 }
    if (state.canUndo === this.#state.canUndo && state.canRedo === this.#state.canRedo) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#line.then(work)
    this.#line = own.catch(() => undefined)
    return own
  }
}
