import type { Field } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'

/** One thing that a change says; `was` is null for what was not there before. */
export interface ChangeLine {
  readonly name: string
  readonly title: string
  readonly was: string | null
  readonly yours: string
}

/** The name by which a field is known here: its first one on the wire. */
export const nameOf = (field: Field<unknown>): string => field.names[0] ?? field.title

/** What is to be, by a field's words, with what the change says besides. */
export function yoursWords({ words, besides = '' }: Field<unknown>, yours: unknown): string {
  return [words(yours), besides].filter(Boolean).join(', ')
}

/** A change field by field; empty where the command does not say. */
export function changeLines(entry: OutboxEntry | null): readonly ChangeLine[] {
  if (entry === null) return []
  return fieldsOf(entry).map((field) => ({
    name: nameOf(field),
    title: field.title,
    was: field.was === undefined ? null : field.words(field.was),
    yours: yoursWords(field, field.yours),
  }))
}

/** "Status: On The Road → Vacation". */
export function lineWords({ title, was, yours }: ChangeLine): string {
  return was === null ? `${title}: ${yours}` : `${title}: ${was} → ${yours}`
}
