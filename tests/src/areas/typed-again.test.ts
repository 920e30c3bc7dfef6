import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allCommands } from '#src/app/commands.ts'
import { entryFromStored, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'

const folder = new URL('corpus/', import.meta.url)
const commands = allCommands()
const registry = createRegistry()
registry.register(commands)
const entries = readdirSync(folder).flatMap((file) => {
  const { unsettled } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { unsettled: readonly OutboxEntry[] }
  return unsettled.map(entryFromStored).map((entry) => ({ entry, name: `${file} ${entry.id}` }))
})

describe('a field that the Outbox opens and saves as it stands', () => {
  test.each(entries)('says the same as before: $name', ({ entry }) => {
    const reading = registry.read(entry)
    const { command, input } = reading ?? {}
    const fields = command?.fields?.(input as never) ?? []
    const body = command?.request(input as never).body
    for (const { names, as, yours, with: withValue } of fields) {
      if (as.is === 'secret' || as.is === 'unchangeable') continue
      // A choice that is none of its own is never saved as it stands.
      if (as.is === 'choice' && !as.of.some(({ value }) => value === yours)) continue
      const again = command?.request(withValue(yours) as never).body
      expect(again, names.join()).toEqual(body)
    }
  })
})
