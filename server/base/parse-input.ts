import type * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { FieldProblem } from '#contract/wire/problem.ts'
import { invalid } from './problem.ts'

type Issue = z.core.$ZodRawIssue

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  object: 'An object is required.',
  record: 'An object is required.',
  array: 'A list is required.',
}
const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  date: 'Enter a date as yyyy-MM-dd.',
  guid: 'Enter a valid UUID.',
  uuid: 'Enter a valid UUID.',
  email: 'Enter a valid email address.',
}

const boundMessage = (issue: { origin: string; inclusive?: boolean | undefined }, limit: unknown, word: string) => {
  if (issue.origin === 'string') return `Must have ${word} ${limit} characters.`
  if (issue.origin === 'array' || issue.origin === 'record') return `Must have ${word} ${limit} entries.`
  return issue.inclusive === false ? `Must be ${word} ${limit}, and not ${limit} itself.` : `Must be ${word} ${limit}.`
}

const REQUIRED = 'This field is required.'

/** The message for a value that a schema refused without a message of its own: `zod/mini` includes no messages. */
function defaultMessage(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return REQUIRED
    if (issue.input === null) return 'This field may not be null.'
    return TYPE_MESSAGES[issue.expected] ?? 'Enter a valid value.'
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return REQUIRED
    return `Choose one of: ${issue.values.map(String).join(', ')}.`
  }
  if (issue.code === 'invalid_format') return FORMAT_MESSAGES[issue.format] ?? 'Enter a valid value.'
  if (issue.code === 'too_small') return boundMessage(issue, issue.minimum, 'at least')
  if (issue.code === 'too_big') return boundMessage(issue, issue.maximum, 'at most')
  return issue.code === 'invalid_union' ? 'Not a valid choice.' : 'Enter a valid value.'
}

type NestedProblems = { [field: string]: string[] | NestedProblems }

function addProblem(problems: NestedProblems, path: readonly PropertyKey[], message: string): void {
  const [first = 'non_field_errors', ...rest] = path
  const field = String(first)
  const existing = Object.hasOwn(problems, field) ? problems[field] : undefined
  if (rest.length === 0) {
    if (Array.isArray(existing)) existing.push(message)
    else if (existing) addProblem(existing, [], message)
    else problems[field] = [message]
    return
  }
  const nested: NestedProblems = Array.isArray(existing) ? { non_field_errors: existing } : (existing ?? {})
  problems[field] = nested
  addProblem(nested, rest, message)
}

/** Whether PostgreSQL can store a text: no NUL, no lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

function findUnstorable(value: unknown, path: readonly PropertyKey[], problems: NestedProblems): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) addProblem(problems, path, 'Contains characters that are not allowed.')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) findUnstorable(inner, [...path, key], problems)
  }
}

const TYPE_ISSUES = ['invalid_type', 'invalid_value', 'invalid_union']

/**
 * Whether the value at the issue's path is missing. A field's own message describes a wrong value, not a missing one.
 */
function isMissing({ code, path }: z.core.$ZodIssue, value: unknown): boolean {
  const at = (within: unknown, key: PropertyKey): unknown =>
    typeof within === 'object' && within !== null && Object.hasOwn(within, key) ? within[key as never] : undefined
  return TYPE_ISSUES.includes(code) && path.length > 0 && path.reduce(at, value) === undefined
}

/** Returns the schema's output for `value`. Throws a 400 that names every refused field. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: defaultMessage })
  const problems: NestedProblems = Object.create(null)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      addProblem(problems, issue.path, isMissing(issue, value) ? REQUIRED : issue.message)
    throw invalid(problems satisfies FieldProblem)
  }
  findUnstorable(parsed.data, [], problems)
  if (Object.keys(problems).length > 0) throw invalid(problems satisfies FieldProblem)
  return parsed.data
}
