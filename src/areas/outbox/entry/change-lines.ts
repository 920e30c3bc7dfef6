import type { Field } from '#src/offline/command.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'

/** One line about a change. `was` is null if there was no former value. */
export interface ChangeLine {
  readonly name: string
  readonly title: string
  readonly was: string | null
  readonly yours: string
}

/** The name of a field: its first name on the wire. */
export const nameOf = (field: Field<unknown>): string => field.names[0] ?? field.title

/** The new value in words, with the field's additional detail. */
export function yoursWords({ words, detail = '' }: Field<unknown>, yours: unknown): string {
  return [words(yours), detail].filter(Boolean).join(', ')
}

/** Whether a value is only the names of the files that the entry lists with their previews and sizes. */
const namesFiles = (yours: unknown, files: readonly StoredFile[]) =>
  Array.isArray(yours) && yours.length > 0 && yours.every((one) => files.some(({ name }) => name === one))

/** The lines of a change, one per field that its list of files does not show. Empty if the command has no fields. */
export function changeLines(entry: OutboxEntry | null): readonly ChangeLine[] {
  if (entry === null) return []
  return fieldsOf(entry)
    .filter(({ yours }) => !namesFiles(yours, entry.files))
    .map((field) => ({
      name: nameOf(field),
      title: field.title,
      was: field.was === undefined ? null : field.words(field.was),
      yours: yoursWords(field, field.yours),
    }))
}

/** A line as text: "Status: On The Road → Vacation". */
export function lineWords({ title, was, yours }: ChangeLine): string {
  return was === null ? `${title}: ${yours}` : `${title}: ${was} → ${yours}`
}
