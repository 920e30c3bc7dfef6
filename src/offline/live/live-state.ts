import { observableValue } from '#src/session/observable-value.ts'

/**
 * The event stream, as this tab sees it. `off`: not needed, because no one is signed in or the tab is hidden.
 * `elsewhere`: another tab has the stream, or no tab has it yet. `away`: it broke or could not be opened, and is tried
 * again later.
 */
export interface LiveState {
  readonly state: 'off' | 'elsewhere' | 'opening' | 'open' | 'away'
  /** When the state began, in milliseconds since 1970. */
  readonly since: number
  /** Id of the last event that this tab or another one received; null before the first. */
  readonly position: string | null
}

const observable = observableValue<LiveState>({ state: 'off', since: Date.now(), position: null })

export const liveState = { get: observable.get, subscribe: observable.subscribe }

export function setLiveState(state: LiveState['state']): void {
  if (observable.get().state !== state) observable.set({ ...observable.get(), state, since: Date.now() })
}
export function setLivePosition(position: string | null): void {
  if (observable.get().position !== position) observable.set({ ...observable.get(), position })
}
