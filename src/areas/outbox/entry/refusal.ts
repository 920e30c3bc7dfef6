import { messagesIn, problemText } from '#contract/wire/problem.ts'
import type { Field } from '#src/offline/command.ts'
import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'
import { whyWords } from './entry-words.ts'

/** A refusal's messages by field (400); null when it does not tell any. */
function byField(problem: EntryProblem | null): Readonly<Record<string, unknown>> | null {
  if (problem?.status !== 400 || typeof problem.body !== 'object' || problem.body === null) return null
  return 'detail' in problem.body ? null : Object.fromEntries(messagesIn(problem.body))
}

/** One thing that stands against a change. */
export interface Reason {
  /** Which part of the change it is about; null when that is all of it, or plain from the message. */
  readonly title: string | null
  readonly message: string
}

/** Why a change did not go through, one message each; none when there is nothing to say. */
export function reasonsOf(problem: EntryProblem | null, fields: readonly Field<unknown>[]): readonly Reason[] {
  const messages = byField(problem)
  const titled = fields.length < 2 ? [] : fields
  const reasons = Object.entries(messages ?? {}).flatMap(([name, said]) =>
    messagesAt(name, said).map(({ at, message }) => ({
      title: titled.find(({ names }) => names.includes(at))?.title ?? null,
      message,
    })),
  )
  if (reasons.length > 0) return reasons
  const why = whyWords(problem)
  return why === '' ? [] : [{ title: null, message: why }]
}

/** The messages at a name, those of a part by their path (`driver.status`). */
function messagesAt(at: string, said: unknown): readonly { readonly at: string; readonly message: string }[] {
  if (Array.isArray(said)) return said.flatMap((one) => messagesAt(at, one))
  if (typeof said !== 'object' || said === null) return typeof said === 'string' ? [{ at, message: said }] : []
  return Object.entries(said).flatMap(([name, within]) => messagesAt(`${at}.${name}`, within))
}

/** "Rate: Enter digits and a dot only." */
export function reasonWords({ title, message }: Reason): string {
  return title === null ? message : `${title}: ${message}`
}

/** What the server said about one field, under whichever of its names; null when nothing. */
export function messagesOf(problem: EntryProblem | null, field: Field<unknown>): string | null {
  const messages = byField(problem) ?? {}
  const said = field.names.map((name) => problemText(saidAt(messages, name))).filter(Boolean)
  return said.length === 0 ? null : said.join(' ')
}

/** What a refusal says at a name; of a part's field by its path (`driver.status`). */
function saidAt(messages: Readonly<Record<string, unknown>>, name: string): unknown {
  const [first = '', ...rest] = name.split('.')
  const said = messages[first]
  if (rest.length === 0 || typeof said !== 'object' || said === null) return rest.length === 0 ? said : undefined
  return saidAt({ ...said }, rest.join('.'))
}

/** What the server said that is not told at one of the fields; empty when that is all. */
export function messagesBeside(problem: EntryProblem | null, fields: readonly Field<unknown>[]): string {
  const messages = byField(problem)
  if (messages === null) return whyWords(problem)
  const known = new Set(fields.flatMap((field) => field.names.flatMap((name) => [name, name.split('.')[0] ?? name])))
  const others = Object.entries(messages).filter(([name]) => !known.has(name))
  return others.map(([, said]) => problemText(said)).join(' ')
}
