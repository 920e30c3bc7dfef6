import { describe, expect, test } from 'vitest'
import { allCommands } from '#src/app/commands.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { pageOf } from '#src/offline/outbox/show/entry-readings.ts'
import { changeUnit } from '#tests/src/areas/outbox/a-change.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const OF_A_RECORD = /^(?:dispatchers|drivers|maintenance|trucks|trailers|users)\./
/** The record is gone, or is another one than the change names first, or the change is about the account alone. */
const WITHOUT = /\.(?:delete|assignUnit|changeDrivers|endSessions|switchDigest)$/

describe('the address of the record that a change leads to', () => {
  test.each(
    allCommands()
      .filter(({ name }) => OF_A_RECORD.test(name) && !WITHOUT.test(name))
      .map((command) => [command.name, command] as const),
  )('%s has one', (_, { page }) => {
    expect(page).toBeTypeOf('function')
  })

  test('comes from the change’s input; a change that this version does not know has none', () => {
    registerCommands([{ ...changeUnit, name: 'units.withPage', page: () => '/units/truck/T-1' }])
    const entry = anEntry({ command: 'units.withPage', input: { status: { was: 'ready', to: 'sold' } } })
    expect(pageOf(entry)).toBe('/units/truck/T-1')
    expect(pageOf({ ...entry, command: 'unknown' })).toBeNull()
  })
})
