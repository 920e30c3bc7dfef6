import { ApiError } from '#src/api/api-error.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import type { Given } from '#src/offline/outbox/engine.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { discard, outboxSnapshot, submitAll, subscribeOutbox } from '#src/offline/outbox/outbox.ts'

/** Whoever pressed Save looks at the form for so long; what takes longer waits in the Outbox like any other change. */
const PATIENCE_MS = 6_000

/** done: the server has all · kept: it waits on this device · conflict: somebody else was first, the Outbox asks. */
export type Submitted = 'done' | 'kept' | 'conflict'

/**
 * Keeps what a form says as `submitAll` does, and with a network waits for the server's word, so that a refusal can stand
 * at the fields. Throws NotKept; and an `ApiError` when the server refuses: that change is given up then, for the form
 * still holds all of it.
 */
export async function submitAndWait(given: readonly Given[]): Promise<Submitted> {
  const ids = await submitAll(given)
  if (!isOnline()) return 'kept'
  const entries = await over(new Set(ids))
  const refused = entries.filter(({ state }) => state === 'refused')
  // One after the other, and before it is told: what is corrected in the form is a change of its own.
  for (const { id } of refused) await discard(id)
  const [first] = refused
  if (first?.problem) throw new ApiError('status', { status: first.problem.status ?? 400, problem: first.problem.body })
  if (entries.some(({ state }) => state === 'conflict')) return 'conflict'
  return entries.some(({ state }) => state !== 'done') ? 'kept' : 'done'
}

/** Still on its way, as far as anybody knows. */
const isPending = ({ state, problem }: OutboxEntry) => state === 'sending' || (state === 'waiting' && problem === null)

/** What is left of these changes when none is on its way any more, or patience has run out. Done ones may be gone. */
function over(ids: ReadonlySet<string>): Promise<readonly OutboxEntry[]> {
  const left = () => outboxSnapshot().entries.filter(({ id }) => ids.has(id))
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve(left())
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const look = () => {
      if (!left().some(isPending)) end()
    }
    const stop = subscribeOutbox(look)
    look()
  })
}
