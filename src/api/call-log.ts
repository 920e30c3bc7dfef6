import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from './api-error.ts'

/** One call as it went; nothing of what it said, of whom it was about, or of who made it. */
export interface LoggedCall {
  readonly method: string
  /** As the contract writes it, with names in place of ids and without a query: `/api/drivers/:id/`. */
  readonly path: string
  /** `ok`, `cache` (answered by the service worker), why there was no answer, or `called_off`. */
  readonly outcome: 'ok' | 'cache' | 'called_off' | ApiError['kind']
  readonly status: number | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
}

const MAX = 50
let calls: readonly LoggedCall[] = []

/** The last calls of this tab, newest first. They are kept in memory alone. */
export function lastCalls(): readonly LoggedCall[] {
  return calls
}

/** Notes that a call begins; answers how to note what came of it: its answer, or what it threw. */
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
