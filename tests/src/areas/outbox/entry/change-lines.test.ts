import { beforeAll, expect, test } from 'vitest'
import { changeDriverStatus } from '#src/areas/drivers/changes/driver-commands.ts'
import { conflictRows } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { changeLines, lineWords } from '#src/areas/outbox/entry/change-lines.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

beforeAll(() => registerCommands([changeDriverStatus]))

const was = aDriver({ id: 7, current_status: 'on_the_road', version: 3 })
const { name: command, version: commandVersion } = changeDriverStatus
const toVacation = (until: string | null) =>
  anEntry({
    command,
    commandVersion,
    input: { was, to: 'on_vacation', on: '2026-11-21', until },
    touches: ['driver/7'],
  })
const lines = (until: string | null) => changeLines(toVacation(until)).map(lineWords)

test('a change line contains the dates of a status as well as its field', () => {
  expect(lines('2026-11-28')).toEqual(['Status: On The Road → Vacation, 11/21/26 – 11/28/26'])
  expect(lines(null)).toEqual(['Status: On The Road → Vacation'])
})

test('a conflict shows the dates of a status only for the user’s own value', () => {
  const conflicts = { status: { was: 'on_the_road', theirs: 'detention__layover', yours: 'on_vacation' } }
  const body = { detail: 'Another user changed the same fields in the meantime.', current: null, conflicts }
  const entry = { ...toVacation('2026-11-28'), problem: { kind: 'status', status: 412, body } as const }
  expect(conflictRows(entry)).toMatchObject([
    { was: 'On The Road', theirs: 'Detention / Layover', yours: 'Vacation, 11/21/26 – 11/28/26' },
  ])
})
