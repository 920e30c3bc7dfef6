import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { detailProblem } from '#contract/wire/problem.ts'
import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'
import type { AttemptResult } from './attempt-result.ts'

/** What an attempt means. `everyone`: no other entry would fare better now. */
export type Outcome =
  | { readonly is: 'done'; readonly reply: unknown }
  | { readonly is: 'later'; readonly afterMs: number; readonly everyone: boolean; readonly problem: EntryProblem }
  | { readonly is: 'sign_in' | 'password' | 'conflict' | 'refused'; readonly problem: EntryProblem }
  /** Called off before an answer; as if it had not been tried. */
  | { readonly is: 'unchanged' }
  /** It was not begun, for it was to go with others: it goes by itself, at once. */
  | { readonly is: 'alone'; readonly problem: EntryProblem }

/** The longest that an entry is ever made to wait for its next try. */
export const MAX_WAIT_MS = 60 * 60_000
const FIRST_WAIT_MS = 2_000
/** A connection may come back without a sign; a server in trouble is better left in peace. */
const MAX_WAIT_OF_MS = { network: 60_000, timeout: 60_000, not_ours: 60_000, status: 5 * 60_000 } as const

/**
 * Judges by kind, status and code alone, never by a text.
 * @param attempts how many attempts of this entry have failed before
 * @param chance 0 ≤ x < 1
 */
export function outcomeOf(facts: AttemptResult, attempts: number, chance: number): Outcome {
  if (facts.kind === 'aborted') return { is: 'unchanged' }
  if (facts.kind === 'not_carried') return { is: 'alone', problem: { kind: 'status', status: NOT_BATCHED, body: null } }
  if (facts.kind === 'not_theirs') return { is: 'sign_in', problem: { kind: 'status', status: 401, body: null } }
  if (facts.kind !== 'answer') {
    const problem: EntryProblem = { kind: facts.kind === 'offline' ? 'network' : facts.kind, status: null, body: null }
    return { is: 'later', afterMs: patience(problem.kind, attempts, chance), everyone: true, problem }
  }
  const { status, reply, retryAfterMs, isOfFile = false } = facts
  if (status >= 200 && status < 300) return { is: 'done', reply }
  const problem: EntryProblem = { kind: 'status', status, body: reply }
  if (status === 401) return { is: 'sign_in', problem }
  if (status === 403 && codeOf(reply) === PASSWORD_NEEDED) return { is: 'password', problem }
  if (status === 412) return { is: 'conflict', problem }
  // 409: the same key is being worked on.
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500 || status < 400) {
    // Where files are too many, a change without one fares better.
    const wait = Math.max(patience('status', attempts, chance), retryAfterMs ?? 0)
    return { is: 'later', afterMs: Math.min(wait, MAX_WAIT_MS), everyone: status === 429 && !isOfFile, problem }
  }
  return { is: 'refused', problem }
}

const codeOf = (refusal: unknown) => detailProblem.safeParse(refusal).data?.code

/** How long it still is until a moment; nothing for one further off than any wait we give: the clock was set back. */
export function msLeft(until: number, now: number): number {
  const left = until - now
  return left > MAX_WAIT_MS ? 0 : Math.max(left, 0)
}

/** Doubles with each attempt up to a ceiling; half of it is chance, so that devices do not come back all at once. */
function patience(kind: EntryProblem['kind'], attempts: number, chance: number): number {
  const whole = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts, 20), MAX_WAIT_OF_MS[kind])
  return Math.round(whole / 2 + (whole / 2) * chance)
}

/**
 * Refusals that the server has stored under the key: only a new key gets a new answer. A 422 is not among them: it says
 * that the key was used for something else, so nothing proves that the change was not made.
 */
export function needsNewKey(problem: EntryProblem | null): boolean {
  return problem?.status === 400 || problem?.status === 404 || problem?.status === 410
}

/** A host that knows no uploads says one of these to the first part of one. */
const KNOWS_NO_UPLOADS = [404, 405, 501]

/** Whether a change has to bring its files along, for its host takes them in no other way, and can. */
export function mustBringFiles(early: AttemptResult | null, { form }: EndpointShape): boolean {
  return early?.kind === 'answer' && KNOWS_NO_UPLOADS.includes(early.status) && form !== undefined
}
