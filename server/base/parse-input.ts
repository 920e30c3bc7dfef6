import type * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { FieldProblem } from '#contract/wire/problem.ts'
import { invalid } from './problem.ts'

type Issue = z.core.$ZodRawIssue

const OF_TYPE: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  object: 'An object is required.',
  record: 'An object is required.',
  array: 'A list is required.',
}
const OF_FORMAT: Readonly<Record<string, string>> = {
  date: 'Enter a date as yyyy-MM-dd.',
  guid: 'Enter a valid UUID.',
  uuid: 'Enter a valid UUID.',
  email: 'Enter a valid email address.',
}

const bound = (issue: { origin: string; inclusive?: boolean | undefined }, limit: unknown, word: string) => {
  if (issue.origin === 'string') return `Must have ${word} ${limit} characters.`
  if (issue.origin === 'array' || issue.origin === 'record') return `Must have ${word} ${limit} entries.`
  return issue.inclusive === false ? `Must be ${word} ${limit}, and not ${limit} itself.` : `Must be ${word} ${limit}.`
}

const REQUIRED = 'This field is required.'

/** The words for what a schema refused, where the schema itself has none: `zod/mini` brings no language along. */
function wordsFor(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return REQUIRED
    if (issue.input === null) return 'This field may not be null.'
    return OF_TYPE[issue.expected] ?? 'Enter a valid value.'
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return REQUIRED
    return `Choose one of: ${issue.values.map(String).join(', ')}.`
  }
  if (issue.code === 'invalid_format') return OF_FORMAT[issue.format] ?? 'Enter a valid value.'
  if (issue.code === 'too_small') return bound(issue, issue.minimum, 'at least')
  if (issue.code === 'too_big') return bound(issue, issue.maximum, 'at most')
  return issue.code === 'invalid_union' ? 'Not a valid choice.' : 'Enter a valid value.'
}

type Nested = { [field: string]: string[] | Nested }

function put(into: Nested, path: readonly PropertyKey[], message: string): void {
  const [first = 'non_field_errors', ...rest] = path
  const field = String(first)
  const there = Object.hasOwn(into, field) ? into[field] : undefined
  if (rest.length === 0) {
    if (Array.isArray(there)) there.push(message)
    else if (there) put(there, [], message)
    else into[field] = [message]
    return
  }
  const nested: Nested = Array.isArray(there) ? { non_field_errors: there } : (there ?? {})
  into[field] = nested
  put(nested, rest, message)
}

/** Text that PostgreSQL can keep: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

function findUnstorable(value: unknown, path: readonly PropertyKey[], found: Nested): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) put(found, path, 'Contains characters that are not allowed.')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) findUnstorable(inner, [...path, key], found)
  }
}

const OF_ITS_TYPE = ['invalid_type', 'invalid_value', 'invalid_union']

/** Whether nothing stands at that path: a field's own words are of a value that is wrong. */
function isMissing({ code, path }: z.core.$ZodIssue, value: unknown): boolean {
  const at = (within: unknown, key: PropertyKey): unknown =>
    typeof within === 'object' && within !== null && Object.hasOwn(within, key) ? within[key as never] : undefined
  return OF_ITS_TYPE.includes(code) && path.length > 0 && path.reduce(at, value) === undefined
}

/** Answers what the schema makes of `value`; throws the 400 that names each field it refuses. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: wordsFor })
  const problems: Nested = Object.create(null)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      put(problems, issue.path, isMissing(issue, value) ? REQUIRED : issue.message)
    throw invalid(problems satisfies FieldProblem)
  }
  findUnstorable(parsed.data, [], problems)
  if (Object.keys(problems).length > 0) throw invalid(problems satisfies FieldProblem)
  return parsed.data
}
