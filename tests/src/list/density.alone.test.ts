import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#tests/support/browser/fake-browser.ts'

beforeEach(() => {
  openPage()
  vi.resetModules()
})

test('the row density is stored on the device, separately for each user', async () => {
  const { densityOf, setDensity } = await import('#src/list/density.ts')
  expect(densityOf(1)).toBe('cards')
  setDensity(1, 'compact')
  expect([densityOf(1), densityOf(2)]).toEqual(['compact', 'cards'])
  vi.resetModules()
  const later = await import('#src/list/density.ts')
  expect([later.densityOf(1), later.densityOf(2)]).toEqual(['compact', 'cards'])
})

test('without storage, the chosen density applies until the app is closed', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  const { densityOf, setDensity } = await import('#src/list/density.ts')
  setDensity(1, 'compact')
  expect(densityOf(1)).toBe('compact')
})
