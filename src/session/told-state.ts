import { observed } from './observed.ts'
import { nobodySignedIn, type SessionEvent, type SessionState, sessionReducer } from './session-state.ts'

export interface SessionChange {
  readonly event: SessionEvent
  readonly before: SessionState
  readonly after: SessionState
  /** True when another tab did it: what is stored has been seen to there. */
  readonly isFromOtherTab: boolean
}
type ChangeListener = (change: SessionChange) => void | Promise<void>

/** The state of this tab's session, and who hears of what happens to it. */
export class ToldState {
  readonly #state = observed<SessionState>(nobodySignedIn)
  readonly #listeners = new Set<ChangeListener>()

  get = (): SessionState => this.#state.get()
  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Hears each event after it took effect; what a listener promises is waited for by signing in and out. */
  onChange = (listener: ChangeListener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Has an event take effect; resolves when all who hear of it are done. */
  async tell(event: SessionEvent, isFromOtherTab = false): Promise<void> {
    const before = this.get()
    const after = sessionReducer(before, event)
    this.#state.set(after)
    await Promise.all([...this.#listeners].map((listener) => listener({ event, before, after, isFromOtherTab })))
  }
}
