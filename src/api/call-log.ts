import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from './api-error.ts'

/** One call for the log, without its content, the records it concerns, or its user. */
export interface LoggedCall {
  readonly method: string
  /** The contract's path, with placeholders for ids and without a query: `/api/drivers/:id/`. */
  readonly path: string
  /** `ok`, `cache` (the service worker's copy), why the call failed, or `called_off` (aborted by the caller). */
  readonly outcome: 'ok' | 'cache' | 'called_off' | ApiError['kind']
  readonly status: number | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
}

const MAX = 50
let calls: readonly LoggedCall[] = []

/** The last calls of this tab, newest first. They are only in memory. */
export function lastCalls(): readonly LoggedCall[] {
  return calls
}

/** Notes the start of a call; the returned functions note its response or its error. */
export function noteCall({ method, path }: Pick<EndpointShape, 'method' | 'path'>) {
  const at = Date.now()
  const note = (outcome: LoggedCall['outcome'], status: number | null) => {
    calls = [{ method, path, outcome, status, at, tookMs: Date.now() - at }, ...calls.slice(0, MAX - 1)]
  }
  return {
    answered: (status: number, source: 'network' | 'cache') => note(source === 'cache' ? 'cache' : 'ok', status),
    failed: (error: unknown) => (error instanceof ApiError ? note(error.kind, error.status) : note('called_off', null)),
  }
}
