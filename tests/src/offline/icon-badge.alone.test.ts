import { expect, test, vi } from 'vitest'
import { setIconBadge } from '#src/offline/icon-badge.ts'

test('the icon badge shows the sum of items that need attention and unsettled changes, and never sets the same number twice', () => {
  const badges: number[] = []
  vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void badges.push(count) })
  // 0 is set as well: the badge may still show the number of an earlier start.
  setIconBadge('outbox', 0)
  setIconBadge('attention', 12)
  setIconBadge('outbox', 3)
  setIconBadge('attention', 12)
  setIconBadge('attention', 0)
  setIconBadge('outbox', 0)
  expect(badges).toEqual([0, 12, 15, 3, 0])
})

test('a browser without icon badges causes no error', () => {
  vi.stubGlobal('navigator', {})
  expect(() => setIconBadge('attention', 5)).not.toThrow()
})
