import * as z from 'zod/mini'
import { fullName } from '#contract/wire/people.ts'
import { conflictProblem, type FieldConflict } from '#contract/wire/problem.ts'
import { nameOf, yoursWords } from '#src/areas/outbox/entry/change-lines.ts'
import { asTitle, valueWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'

/** One thing that two people changed, in words. */
export interface ConflictRow {
  /** By which it is settled. */
  readonly name: string
  readonly title: string
  /** What it was before; null when nobody knows. */
  readonly was: string | null
  readonly theirs: string
  readonly yours: string
  /** Who made it theirs; null when that is not known. */
  readonly by: string | null
  /** When, in milliseconds since 1970; null when that is not known. */
  readonly at: number | null
  /** Null when the change does not tell its fields: then it is theirs or yours as a whole. */
  readonly field: Field<unknown> | null
}

/** Field by field what the record says now and what was to be said; empty when the server did not tell. */
export function conflictRows(entry: OutboxEntry): readonly ConflictRow[] {
  const parsed = z.safeParse(conflictProblem, entry.problem?.body)
  if (!parsed.success) return []
  const conflicts = Object.entries(parsed.data.conflicts)
  const rows = new Map<string, ConflictRow>()
  for (const field of fieldsOf(entry)) {
    // A field of several names (a status and its dates) is one choice, told by its first name that is in question.
    const [name, conflict] = conflicts.find(([name]) => field.names.includes(name)) ?? []
    const first = parsed.data.conflicts[nameOf(field)]
    if (first) rows.set(nameOf(field), rowOf(nameOf(field), field, first))
    else if (name && conflict) rows.set(nameOf(field), rowOf(name, field, conflict))
  }
  for (const [name, conflict] of conflicts) {
    const isTold = fieldsOf(entry).some((field) => field.names.includes(name))
    if (!isTold) rows.set(name, rowOf(name, null, conflict))
  }
  return [...rows.values()]
}

/** For what is not told to a person who may change the record and not view it. */
const NOT_TOLD = 'Changed by someone else'

function rowOf(name: string, field: Field<unknown> | null, conflict: FieldConflict): ConflictRow {
  // Beside the leading name the values are of another kind than the field's own words are for.
  const isLeading = field !== null && nameOf(field) === name
  const words = isLeading ? field.words : valueWords
  const was = conflict.was !== undefined ? conflict.was : isLeading ? field.was : undefined
  return {
    name: field === null ? name : nameOf(field),
    title: isLeading ? field.title : asTitle(name),
    was: was === undefined ? null : words(was),
    theirs: conflict.theirs === undefined ? NOT_TOLD : words(conflict.theirs),
    yours: isLeading
      ? yoursWords(field, conflict.yours === undefined ? field.yours : conflict.yours)
      : words(conflict.yours),
    by: conflict.by ? fullName(conflict.by) : null,
    at: conflict.at === undefined ? null : Date.parse(conflict.at),
    field,
  }
}

/** The fields of the change that nobody else has touched: they stay yours whatever is chosen for the others. */
export function undisputed(entry: OutboxEntry, rows: readonly ConflictRow[]): readonly Field<unknown>[] {
  return fieldsOf(entry).filter((field) => !rows.some((row) => row.name === nameOf(field)))
}
