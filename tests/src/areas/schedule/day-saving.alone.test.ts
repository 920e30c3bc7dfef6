import { expect, test, vi } from 'vitest'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'

const part = vi.hoisted(() => Promise.withResolvers<void>())
const here = vi.hoisted(() => ({ id: 7 }))
const kept = vi.hoisted((): unknown[] => [])

vi.mock('#src/areas/schedule/row-draft-commands.ts', async (original) => {
  await part.promise
  return original()
})
vi.mock('#src/session/session.ts', () => ({ currentSubject: () => String(here.id) }))
vi.mock('#src/offline/outbox/outbox.ts', () => ({
  openedOutbox: async (as?: string) => ({
    submitAll: async (given: readonly unknown[]) => {
      kept.push({ changes: given.length, as })
      return ['an-id']
    },
  }),
}))

test('days that are saved while what makes changes of them is still loading are kept as those of the user who saved them', async () => {
  const { saveRows: keepRows } = await import('#src/areas/schedule/day/day-saving.ts')
  const row: RowEdit = {
    driver: { id: 12, name: 'Terrence Boone' },
    targets: [{ date: '2026-11-21', was: null, to: { status: 'on_the_road', description: '' } }],
  }
  const saving = keepRows([row])
  here.id = 8
  part.resolve()
  await saving
  expect(kept).toEqual([{ changes: 1, as: '7' }])
})
