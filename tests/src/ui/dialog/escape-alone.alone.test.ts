import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Stands in for a page's window, for key events. */
const page = new EventTarget()
const { addEventListener } = globalThis
beforeAll(async () => {
  globalThis.addEventListener = page.addEventListener.bind(page)
  await import('#src/ui/dialog/escape-alone.ts')
})
afterAll(() => {
  globalThis.addEventListener = addEventListener
})

const NO_OTHER = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }

/** Presses a key. Returns whether a dialog receives it, and whether the browser may act on it. */
function press(key: string, other: Partial<typeof NO_OTHER> = {}) {
  let isHeard = false
  const hear = () => {
    isHeard = true
  }
  page.addEventListener('keydown', hear, true)
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...NO_OTHER, ...other })
  page.dispatchEvent(event)
  page.removeEventListener('keydown', hear, true)
  return { isHeard, isActedOn: !event.defaultPrevented }
}

describe('Escape in a dialog', () => {
  test('closes it when pressed alone', () => {
    expect(press('Escape')).toEqual({ isHeard: true, isActedOn: true })
  })

  test.each(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'] as const)('closes nothing together with %s', (other) => {
    expect(press('Escape', { [other]: true })).toEqual({ isHeard: false, isActedOn: false })
  })

  test('leaves every other key alone', () => {
    expect(press('z', { ctrlKey: true })).toEqual({ isHeard: true, isActedOn: true })
    expect(press('Tab', { shiftKey: true })).toEqual({ isHeard: true, isActedOn: true })
  })
})
