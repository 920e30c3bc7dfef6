import { expect, test, vi } from 'vitest'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'

const commandCode = vi.hoisted(() => Promise.withResolvers<void>())
const session = vi.hoisted(() => ({ id: 7 }))
const submissions = vi.hoisted((): unknown[] => [])

vi.mock('#src/areas/schedule/row-draft-commands.ts', async (original) => {
  await commandCode.promise
  return original()
})
vi.mock('#src/session/session.ts', () => ({ currentSubject: () => String(session.id) }))
vi.mock('#src/offline/outbox/outbox.ts', () => ({
  openedOutbox: async (as?: string) => ({
    submitAll: async (given: readonly unknown[]) => {
      submissions.push({ changes: given.length, as })
      return ['an-id']
    },
  }),
}))

test('days saved while the code of the commands still loads belong to the user who saved them', async () => {
  const { saveRows } = await import('#src/areas/schedule/day/day-saving.ts')
  const row: RowEdit = {
    driver: { id: 12, name: 'Terrence Boone' },
    targets: [{ date: '2026-11-21', was: null, to: { status: 'on_the_road', description: '' } }],
  }
  const saving = saveRows([row])
  session.id = 8
  commandCode.resolve()
  await saving
  expect(submissions).toEqual([{ changes: 1, as: '7' }])
})
