import { NOT_FOUND, problemText } from '#contract/wire/problem.ts'
import { momentWords, untilWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { mayNeedPassword } from '#src/offline/outbox/show/entry-readings.ts'
import type { ItemState, OutboxItem } from '../outbox-items.ts'

const STATE_WORDS: Record<ItemState, string> = {
  waiting: 'Waiting to be sent',
  sending: 'Being sent',
  sign_in: 'Sign in again to send it',
  password: 'Your password is needed to send this',
  conflict: 'Another user changed the same in the meantime',
  refused: 'The server refused it',
  unreadable: 'This version of the app does not know this change; it is kept',
  done: 'Sent',
  discarded: 'Discarded; it was not made',
}

/** The state in words: "Waiting to be sent · tried 3 times, next try in 40 s"; "Sent 14:05". */
export function stateWords({ standing, entry, settledAt }: OutboxItem, now: number): string {
  if (entry !== null && isUnopened(entry)) return 'It can’t be opened; it is kept, and never sent'
  const words = STATE_WORDS[standing]
  if (standing === 'done' && settledAt !== null) return `Sent ${momentWords(settledAt, now)}`
  if (standing !== 'waiting' || entry === null) return words
  const waits = mayNeedPassword(entry) ? `${words}; your password may be asked for then` : words
  if (entry.attempts === 0) return waits
  const next = entry.nextTryAt > now ? `, next try ${untilWords(entry.nextTryAt, now)}` : ''
  return `${waits} · tried ${countOf(entry.attempts, 'time')}${next}`
}

/** Why the last attempt failed, with the server's message if there is one; empty without a problem. */
export function whyWords(problem: EntryProblem | null): string {
  if (problem === null) return ''
  if (problem.kind === 'network') return 'The server could not be reached.'
  if (problem.kind === 'timeout') return 'The server did not answer in time.'
  if (problem.kind === 'not_ours') return 'This Wi-Fi may need you to sign in.'
  const message = problemText(problem.body)
  if (problem.status === 404 && (message === '' || message === NOT_FOUND))
    return 'What it is about is no longer there, or you may not see it any more.'
  if (message !== '') return message
  return (problem.status ?? 0) >= 500
    ? `The server has trouble (${problem.status}).`
    : `The server answered ${problem.status}.`
}
