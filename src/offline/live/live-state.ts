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
  /** When this tab last received anything from the stream, in milliseconds since 1970; 0 before. */
  readonly heardAt: number
  /** The number of stored lists that receive each changed row, by this tab. */
  readonly followedLists: number
  /** How long the last changes took from the server to this tab, in milliseconds, newest first. */
  readonly delays: readonly number[]
}

const MAX_DELAYS = 10

const observable = observableValue<LiveState>({
  state: 'off',
  since: Date.now(),
  position: null,
  heardAt: 0,
  followedLists: 0,
  delays: [],
})

export const liveState = { get: observable.get, subscribe: observable.subscribe }

export function setLiveState(state: LiveState['state']): void {
  if (observable.get().state !== state) observable.set({ ...observable.get(), state, since: Date.now() })
}
export function setLivePosition(position: string | null): void {
  if (observable.get().position !== position) observable.set({ ...observable.get(), position })
}

/** The stream has sent something, perhaps only a sign of life. */
export function noteHeard(): void {
  observable.set({ ...observable.get(), heardAt: Date.now() })
}
export function setFollowedLists(followedLists: number): void {
  if (observable.get().followedLists !== followedLists) observable.set({ ...observable.get(), followedLists })
}
/** A change has arrived this many milliseconds after it was made. */
export function noteDelay(milliseconds: number): void {
  observable.set({ ...observable.get(), delays: [milliseconds, ...observable.get().delays].slice(0, MAX_DELAYS) })
}
