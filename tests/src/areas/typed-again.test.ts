import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allCommands } from '#src/app/commands.ts'
import type { Field } from '#src/offline/command.ts'
import { entryFromStored, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'

const folder = new URL('corpus/', import.meta.url)
const registry = createRegistry()
registry.register(allCommands())
const entries = readdirSync(folder).flatMap((file) => {
  const { unsettled } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { unsettled: readonly OutboxEntry[] }
  return unsettled.map(entryFromStored).map((entry) => ({
    name: `${file} ${entry.id}`,
    command: entry.command,
    // Not from the cache: some ids occur in several files.
    reading: registry.readUncached(entry),
  }))
})

/** The commands without a field that a user can edit, in addition to those that remove a record. */
const NOT_EDITED = [
  'dispatchers.changePhoto',
  'drivers.changePhoto',
  'imports.create',
  'imports.decide_duplicates',
  'imports.undo',
  'maintenance.approve',
  'maintenance.attachToDefect',
  'maintenance.removeAttachments',
  'trailers.changePhoto',
  'trucks.changePhoto',
  'users.changePhoto',
  'users.endSessions',
  'users.switchDigest',
]

const canBeSavedUnchanged = ({ as, yours }: Field<unknown>): boolean => {
  if (as.is === 'secret' || as.is === 'unchangeable') return false
  // A value that is not among the field's choices is never saved unchanged.
  return as.is !== 'choice' || as.of.some(({ value }) => value === yours)
}
const edited = entries.flatMap(({ name, command, reading }) => {
  const fields = (reading?.command.fields?.(reading.input) ?? []).filter(canBeSavedUnchanged)
  return reading !== null && fields.length > 0 ? [{ name, command, reading, fields }] : []
})

test('every stored entry is read, and only removals and the commands listed here have no field to edit', () => {
  expect(entries.filter(({ reading }) => reading === null).map(({ name }) => name)).toEqual([])
  const names = (of: readonly { readonly command: string }[]) => [...new Set(of.map(({ command }) => command))]
  const notEdited = names(entries).filter((name) => !names(edited).includes(name))
  expect(notEdited.filter((name) => !/\.(?:remove|delete)$/.test(name))).toEqual(NOT_EDITED)
})

describe('a field that the Outbox opens and saves unchanged', () => {
  test.each(edited)('sends the same request as before: $name', ({ reading: { command, input }, fields }) => {
    const { body } = command.request(input as never)
    for (const { names, yours, with: withValue } of fields) {
      expect(command.request(withValue(yours) as never).body, names.join()).toEqual(body)
    }
  })
})
