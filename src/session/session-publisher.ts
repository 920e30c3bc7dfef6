import { observableValue } from './observable-value.ts'
import { type SessionEvent, type SessionState, SIGNED_OUT_STATE, sessionReducer } from './session-state.ts'

export interface SessionChange {
  readonly event: SessionEvent
  readonly before: SessionState
  readonly after: SessionState
  /** True when another tab made the change: that tab has updated the stored data. */
  readonly isFromOtherTab: boolean
}
type ChangeListener = (change: SessionChange) => void | Promise<void>

/** The session state of this tab and its listeners. */
export class SessionPublisher {
  readonly #state = observableValue<SessionState>(SIGNED_OUT_STATE)
  readonly #listeners = new Set<ChangeListener>()

  get = (): SessionState => this.#state.get()
  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Calls `listener` after each event took effect. Sign-in and sign-out wait for the promise that it returns. */
  onChange = (listener: ChangeListener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Applies an event; resolves when all listeners are done. */
  async publish(event: SessionEvent, isFromOtherTab = false): Promise<void> {
    const before = this.get()
    const after = sessionReducer(before, event)
    this.#state.set(after)
    await Promise.all([...this.#listeners].map((listener) => listener({ event, before, after, isFromOtherTab })))
  }
}
