import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { detailProblem } from '#contract/wire/problem.ts'
import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'
import type { AttemptResult } from './attempt-result.ts'

/** What an attempt means for the entry. `pausesAll`: other entries would fail now for the same reason. */
export type Outcome =
  | { readonly is: 'done'; readonly reply: unknown; readonly rows?: unknown }
  | { readonly is: 'later'; readonly afterMs: number; readonly pausesAll: boolean; readonly problem: EntryProblem }
  | { readonly is: 'sign_in' | 'password' | 'conflict' | 'refused'; readonly problem: EntryProblem }
  /** Aborted before a response: the entry waits as if the attempt had not been made. */
  | { readonly is: 'unchanged' }
  /** The server did not begin the change in a batch: it is sent immediately, on its own. */
  | { readonly is: 'alone'; readonly problem: EntryProblem }

/** The longest wait before the next attempt of an entry. */
export const MAX_WAIT_MS = 60 * 60_000
const FIRST_WAIT_MS = 2_000
/** Waits for a connection are short, because it may return without a signal. A failing server gets more time. */
const MAX_WAIT_BY_KIND_MS = { network: 60_000, timeout: 60_000, not_ours: 60_000, status: 5 * 60_000 } as const

/**
 * Judges only by kind, status and code, never by text.
 * @param attempts how many attempts of this entry have failed so far
 * @param random 0 ≤ x < 1
 */
export function outcomeOf(result: AttemptResult, attempts: number, random: number): Outcome {
  if (result.kind === 'aborted') return { is: 'unchanged' }
  if (result.kind === 'not_carried')
    return { is: 'alone', problem: { kind: 'status', status: NOT_BATCHED, body: null } }
  if (result.kind === 'not_theirs') return { is: 'sign_in', problem: { kind: 'status', status: 401, body: null } }
  if (result.kind !== 'answer') {
    const problem: EntryProblem = {
      kind: result.kind === 'offline' ? 'network' : result.kind,
      status: null,
      body: null,
    }
    return { is: 'later', afterMs: backoffMs(problem.kind, attempts, random), pausesAll: true, problem }
  }
  const { status, reply, rows, retryAfterMs, concernsFile = false } = result
  if (status >= 200 && status < 300) return { is: 'done', reply, ...(rows !== undefined && { rows }) }
  const problem: EntryProblem = { kind: 'status', status, body: reply }
  if (status === 401) return { is: 'sign_in', problem }
  if (status === 403 && problemCode(reply) === PASSWORD_NEEDED) return { is: 'password', problem }
  if (status === 412) return { is: 'conflict', problem }
  // 409: the server is still processing a request with the same key.
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500 || status < 400) {
    // A 429 for a file limits uploads only: changes without files can still be sent.
    const wait = Math.max(backoffMs('status', attempts, random), retryAfterMs ?? 0)
    return { is: 'later', afterMs: Math.min(wait, MAX_WAIT_MS), pausesAll: status === 429 && !concernsFile, problem }
  }
  return { is: 'refused', problem }
}

const problemCode = (refusal: unknown) => detailProblem.safeParse(refusal).data?.code

/** Milliseconds until `until`. 0 when that is further away than the longest wait: the clock was set back. */
export function msLeft(until: number, now: number): number {
  const remainingMs = until - now
  return remainingMs > MAX_WAIT_MS ? 0 : Math.max(remainingMs, 0)
}

/**
 * Doubles with each attempt up to a maximum. Half of it is random, so that devices do not all return at the same time.
 */
function backoffMs(kind: EntryProblem['kind'], attempts: number, random: number): number {
  const fullWait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 20), MAX_WAIT_BY_KIND_MS[kind])
  return Math.round(fullWait / 2 + (fullWait / 2) * random)
}

/**
 * Whether the server has stored this refusal under the key, so that only a new key can get another response. A 422 does
 * not count: it means that the key was used for another request, so the change may have been applied.
 */
export function needsNewKey(problem: EntryProblem | null): boolean {
  return problem?.status === 400 || problem?.status === 404 || problem?.status === 410
}

/** The statuses with which a host without upload support responds to the first part. */
const UPLOADS_UNSUPPORTED = [404, 405, 501]

/** Whether a change must be sent as a form with its files: the host has no uploads, and the endpoint accepts a form. */
export function mustSendFilesInForm(uploadResult: AttemptResult | null, { form }: EndpointShape): boolean {
  return uploadResult?.kind === 'answer' && UPLOADS_UNSUPPORTED.includes(uploadResult.status) && form !== undefined
}
