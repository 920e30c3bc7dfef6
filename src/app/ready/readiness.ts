import type { AppFiles } from '#src/app/install/app-files.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import type { StorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'

/** What a device needs to work without a network, in the order in which it is shown. */
export type ReadyPart = 'data' | 'app' | 'sign_in'

/**
 * - `ready`: it is on the device.
 * - `saving`: it is on its way; `share` of it is there, from 0 to 1.
 * - `missing`: it is not on its way.
 * - `unsupported`: this browser can't have it.
 * - `unknown`: not looked at yet.
 */
export type PartState =
  | { readonly state: 'ready' | 'missing' | 'unsupported' | 'unknown' }
  | { readonly state: 'saving'; readonly share: number }

export interface ReadyFacts {
  readonly prefetch: PrefetchState
  readonly trouble: StorageTrouble
  readonly files: AppFiles
  /** How long the session lasts on this device; null while no user is signed in. */
  readonly session: 'remembered' | 'this_tab' | null
}

export interface Readiness {
  readonly parts: Readonly<Record<ReadyPart, PartState>>
  /** `ready` only if all parts are. `unknown` while a part is unknown and none is missing. */
  readonly state: 'ready' | 'saving' | 'missing' | 'unknown'
}

/** The progress of prefetching as a share from 0 to 1. All parts count equally; a part in progress counts by its rows. */
export function progressShare({ total, done, rows }: Pick<PrefetchState, 'total' | 'done' | 'rows'>): number {
  const within = rows && rows.of > 0 ? Math.min(1, rows.done / rows.of) : 0
  return total === 0 ? 0 : Math.min(1, (done + within) / total)
}

function dataState({ prefetch, trouble }: ReadyFacts): PartState {
  if (trouble === 'unavailable') return { state: 'unsupported' }
  if (prefetch.workSince !== null) return { state: 'ready' }
  if (prefetch.total > 0) return { state: 'saving', share: progressShare(prefetch) }
  return { state: prefetch.size === null ? 'unknown' : 'missing' }
}

const APP_STATE = {
  unknown: 'unknown',
  unsupported: 'unsupported',
  absent: 'missing',
  incomplete: 'missing',
  complete: 'ready',
} as const

function signInState({ session, trouble }: ReadyFacts): PartState {
  if (session === null) return { state: 'unknown' }
  return { state: session === 'remembered' && trouble !== 'forgetful' ? 'ready' : 'missing' }
}

/** Whether the device can be taken to a place without a network: the data, the app itself, and the sign-in. Pure. */
export function readinessOf(facts: ReadyFacts): Readiness {
  const { files } = facts
  const parts = {
    data: dataState(facts),
    app: files.state === 'saving' ? files : { state: APP_STATE[files.state] },
    sign_in: signInState(facts),
  }
  const states = new Set(Object.values(parts).map(({ state }) => state))
  const isMissing = states.has('missing') || states.has('unsupported')
  const state = isMissing ? 'missing' : states.has('saving') ? 'saving' : states.has('unknown') ? 'unknown' : 'ready'
  return { parts, state }
}
