import { beforeAll, expect, test } from 'vitest'
import { changeDriverStatus } from '#src/areas/drivers/driver-commands.ts'
import { changeLines, lineWords } from '#src/areas/outbox/change-lines.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aDriver } from '#tests/support/a-driver.ts'
import { anEntry } from '#tests/support/offline-entry.ts'

beforeAll(() => registerCommands([changeDriverStatus]))

const was = aDriver({ id: 7, current_status: 'on_the_road', version: 3 })
const lines = (until: string | null) => {
  const { name: command, version: commandVersion } = changeDriverStatus
  const input = { was, to: 'on_vacation', on: '2026-11-21', until }
  return changeLines(anEntry({ command, commandVersion, input, touches: ['driver/7'] })).map(lineWords)
}

test('a change tells what it says besides its field: the days that a status holds for', () => {
  expect(lines('2026-11-28')).toEqual(['Status: On The Road → Vacation, 11/21/26 – 11/28/26'])
  expect(lines(null)).toEqual(['Status: On The Road → Vacation'])
})
