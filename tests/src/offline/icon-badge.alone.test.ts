import { expect, test, vi } from 'vitest'
import { setIconBadge } from '#src/offline/icon-badge.ts'

test('the icon counts what needs attention and what is not settled together, and says nothing twice', () => {
  const told: number[] = []
  vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void told.push(count) })
  // The number of a former start may still stand there.
  setIconBadge('outbox', 0)
  setIconBadge('attention', 12)
  setIconBadge('outbox', 3)
  setIconBadge('attention', 12)
  setIconBadge('attention', 0)
  setIconBadge('outbox', 0)
  expect(told).toEqual([0, 12, 15, 3, 0])
})

test('a browser that has no such icons is not asked', () => {
  vi.stubGlobal('navigator', {})
  expect(() => setIconBadge('attention', 5)).not.toThrow()
})
