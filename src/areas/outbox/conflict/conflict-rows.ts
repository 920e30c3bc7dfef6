import * as z from 'zod/mini'
import { fullName } from '#contract/wire/people.ts'
import { conflictProblem, type FieldConflict } from '#contract/wire/problem.ts'
import { nameOf, yoursWords } from '#src/areas/outbox/entry/change-lines.ts'
import { asTitle, valueWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'

/** One field that two users changed, in words. */
export interface ConflictRow {
  /** The field's name, used to resolve it. */
  readonly name: string
  readonly title: string
  /** The value before both changes; null when unknown. */
  readonly was: string | null
  readonly theirs: string
  readonly yours: string
  /** The other user; null when unknown. */
  readonly by: string | null
  /** The time of their change, in milliseconds since 1970; null when unknown. */
  readonly at: number | null
  /** Null when the change has no fields: then the user chooses the whole change, theirs or yours. */
  readonly field: Field<unknown> | null
}

/** The conflicting fields with the record's current values and the user's. Empty when the server sent no fields. */
export function conflictRows(entry: OutboxEntry): readonly ConflictRow[] {
  const parsed = z.safeParse(conflictProblem, entry.problem?.body)
  if (!parsed.success) return []
  const conflicts = Object.entries(parsed.data.conflicts)
  const rows = new Map<string, ConflictRow>()
  for (const field of fieldsOf(entry)) {
    // A field with several names (a status and its dates) is one choice, represented by its first conflicting name.
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

/** Shown to users who may edit the record but not view it: the server does not send them the value. */
const HIDDEN_VALUE = 'Changed by someone else'

function rowOf(name: string, field: Field<unknown> | null, conflict: FieldConflict): ConflictRow {
  // The field's own text function only fits the values of its leading name.
  const isLeading = field !== null && nameOf(field) === name
  const words = isLeading ? field.words : valueWords
  const was = conflict.was !== undefined ? conflict.was : isLeading ? field.was : undefined
  return {
    name: field === null ? name : nameOf(field),
    title: isLeading ? field.title : asTitle(name),
    was: was === undefined ? null : words(was),
    theirs: conflict.theirs === undefined ? HIDDEN_VALUE : words(conflict.theirs),
    yours: isLeading
      ? yoursWords(field, conflict.yours === undefined ? field.yours : conflict.yours)
      : words(conflict.yours),
    by: conflict.by ? fullName(conflict.by) : null,
    at: conflict.at === undefined ? null : Date.parse(conflict.at),
    field,
  }
}

/** The fields of the change without a conflict. They stay the user's own, whatever is chosen for the others. */
export function fieldsWithoutConflict(entry: OutboxEntry, rows: readonly ConflictRow[]): readonly Field<unknown>[] {
  return fieldsOf(entry).filter((field) => !rows.some((row) => row.name === nameOf(field)))
}
