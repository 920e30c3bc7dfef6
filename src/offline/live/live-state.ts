import { observed } from '#src/session/observed.ts'

/**
 * What this tab knows of the stream of events. `off`: not wanted (nobody is signed in, or nobody looks); `elsewhere`:
 * another tab has it, or will; `opening`, `open`, and `away` when it could not be had and is tried again later.
 */
export interface LiveState {
  readonly state: 'off' | 'elsewhere' | 'opening' | 'open' | 'away'
  /** In milliseconds since 1970. */
  readonly since: number
  /** Up to where the server has told this tab, or another one, of changes; null before the first word. */
  readonly position: string | null
}

const live = observed<LiveState>({ state: 'off', since: Date.now(), position: null })

export const liveState = { get: live.get, subscribe: live.subscribe }

export function setLiveState(state: LiveState['state']): void {
  if (live.get().state !== state) live.set({ ...live.get(), state, since: Date.now() })
}
export function setLivePosition(position: string | null): void {
  if (live.get().position !== position) live.set({ ...live.get(), position })
}
