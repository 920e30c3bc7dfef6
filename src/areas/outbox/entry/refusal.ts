import { messagesIn, problemText } from '#contract/wire/problem.ts'
import type { Field } from '#src/offline/command.ts'
import type { EntryProblem } from '#src/offline/outbox/entry/entry.ts'
import { whyWords } from './entry-words.ts'

/** A refusal's messages by field (400); null when it has none. */
function messagesByField(problem: EntryProblem | null): Readonly<Record<string, unknown>> | null {
  if (problem?.status !== 400 || typeof problem.body !== 'object' || problem.body === null) return null
  return 'detail' in problem.body ? null : Object.fromEntries(messagesIn(problem.body))
}

/** One reason why a change did not go through. */
export interface Reason {
  /** The field's title; null for a reason about the whole change, or when the message makes it clear. */
  readonly title: string | null
  readonly message: string
}

/** The reasons why a change did not go through, one per message; empty without a problem. */
export function reasonsOf(problem: EntryProblem | null, fields: readonly Field<unknown>[]): readonly Reason[] {
  const messages = messagesByField(problem)
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

/** The messages at a name. Nested messages have a dotted path (`driver.status`). */
function messagesAt(at: string, said: unknown): readonly { readonly at: string; readonly message: string }[] {
  if (Array.isArray(said)) return said.flatMap((one) => messagesAt(at, one))
  if (typeof said !== 'object' || said === null) return typeof said === 'string' ? [{ at, message: said }] : []
  return Object.entries(said).flatMap(([name, within]) => messagesAt(`${at}.${name}`, within))
}

/** A reason as text: "Rate: Enter digits and a dot only." */
export function reasonWords({ title, message }: Reason): string {
  return title === null ? message : `${title}: ${message}`
}

/** The server's message about a field, under any of its names; null for none. */
export function messagesOf(problem: EntryProblem | null, field: Field<unknown>): string | null {
  const messages = messagesByField(problem) ?? {}
  const said = field.names.map((name) => problemText(problemAt(messages, name))).filter(Boolean)
  return said.length === 0 ? null : said.join(' ')
}

/** The part of a refusal at a name, which may be a dotted path (`driver.status`). */
function problemAt(messages: Readonly<Record<string, unknown>>, name: string): unknown {
  const [first = '', ...rest] = name.split('.')
  const said = messages[first]
  if (rest.length === 0 || typeof said !== 'object' || said === null) return rest.length === 0 ? said : undefined
  return problemAt({ ...said }, rest.join('.'))
}

/** The server's messages that are not shown at a field; empty for none. */
export function messagesBeside(problem: EntryProblem | null, fields: readonly Field<unknown>[]): string {
  const messages = messagesByField(problem)
  if (messages === null) return whyWords(problem)
  const known = new Set(fields.flatMap((field) => field.names.flatMap((name) => [name, name.split('.')[0] ?? name])))
  const others = Object.entries(messages).filter(([name]) => !known.has(name))
  return others.map(([, said]) => problemText(said)).join(' ')
}
