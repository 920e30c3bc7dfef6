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
  const reasons = Object.entries(messages ?? {}).flatMap(([name, part]) =>
    messagesAt(name, part).map(({ at, message }) => ({
      title: titled.find(({ names }) => names.includes(at))?.title ?? null,
      message,
    })),
  )
  if (reasons.length > 0) return reasons
  const why = whyWords(problem)
  return why === '' ? [] : [{ title: null, message: why }]
}

/** The messages at a name. Nested messages have a dotted path (`driver.status`). */
function messagesAt(at: string, part: unknown): readonly { readonly at: string; readonly message: string }[] {
  if (Array.isArray(part)) return part.flatMap((one) => messagesAt(at, one))
  if (typeof part !== 'object' || part === null) return typeof part === 'string' ? [{ at, message: part }] : []
  return Object.entries(part).flatMap(([name, within]) => messagesAt(`${at}.${name}`, within))
}

/** A reason as text: "Rate: Enter digits and a dot only." */
export function reasonWords({ title, message }: Reason): string {
  return title === null ? message : `${title}: ${message}`
}

/** The server's message about a field, under any of its names; null for none. */
export function messagesOf(problem: EntryProblem | null, field: Field<unknown>): string | null {
  const messages = messagesByField(problem) ?? {}
  const texts = field.names.map((name) => problemText(problemAt(messages, name))).filter(Boolean)
  return texts.length === 0 ? null : texts.join(' ')
}

/** The part of a refusal at a name, which may be a dotted path (`driver.status`). */
function problemAt(messages: Readonly<Record<string, unknown>>, name: string): unknown {
  const [first = '', ...rest] = name.split('.')
  const part = messages[first]
  if (rest.length === 0 || typeof part !== 'object' || part === null) return rest.length === 0 ? part : undefined
  return problemAt({ ...part }, rest.join('.'))
}

/** The server's messages that are not shown at a field; empty for none. */
export function messagesBeside(problem: EntryProblem | null, fields: readonly Field<unknown>[]): string {
  const messages = messagesByField(problem)
  if (messages === null) return whyWords(problem)
  const known = new Set(fields.flatMap((field) => field.names.flatMap((name) => [name, name.split('.')[0] ?? name])))
  const others = Object.entries(messages).filter(([name]) => !known.has(name))
  return others.map(([, part]) => problemText(part)).join(' ')
}
