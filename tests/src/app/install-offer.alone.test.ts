import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installEvent, watchForInstall } from '#src/app/install-event.ts'
import { dismiss, install, iosDevice, isGoodMoment } from '#src/app/install-offer.ts'
import { openPage } from '#tests/support/fake-browser.ts'

const DAY_MS = 24 * 60 * 60_000
const now = 1_800_000_000_000
let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  watchForInstall()
})
afterEach(() => {
  installEvent.set(null)
  vi.unstubAllGlobals()
})

describe('an offer to install', () => {
  test('waits for a person who comes back, or who has kept a change', () => {
    expect([isGoodMoment(false, now), isGoodMoment(true, now)]).toEqual([false, true])
    watchForInstall()
    expect(isGoodMoment(false, now)).toBe(true)
  })
  test('is made again 30 days after a no, and never after a second one', () => {
    dismiss(now)
    expect([isGoodMoment(true, now + 29 * DAY_MS), isGoodMoment(true, now + 31 * DAY_MS)]).toEqual([false, true])
    dismiss(now + 31 * DAY_MS)
    expect(isGoodMoment(true, now + 3_000 * DAY_MS)).toBe(false)
  })
  test('stays away for good where an earlier version noted a no', () => {
    page.local.setItem('haulyard-install-dismissed', 'yes')
    expect(isGoodMoment(true, now + 3_000 * DAY_MS)).toBe(false)
  })
  test('is not made where the app runs from its own icon', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }))
    expect(isGoodMoment(true, now)).toBe(false)
  })
  test('is held back when the browser makes it, and shown by the browser when the person takes it up', async () => {
    const prompt = vi.fn(() => Promise.resolve())
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'dismissed' as const }),
    })
    page.window.dispatchEvent(event)
    expect([event.defaultPrevented, installEvent.get()]).toEqual([true, event])
    await install(event, now)
    expect(prompt).toHaveBeenCalledOnce()
    expect([installEvent.get(), isGoodMoment(true, now)]).toEqual([null, false])
  })
  test('does no harm where the browser keeps nothing', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
    watchForInstall()
    dismiss(now)
    expect(isGoodMoment(false, now)).toBe(false)
  })
})

describe('an Apple device', () => {
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  test.each([
    ['an iPhone', { userAgent: IPHONE, standalone: false }, 'iphone'],
    ['an iPad that says it is a Mac', { userAgent: MAC, standalone: false }, 'ipad'],
    ['a Mac', { userAgent: MAC }, null],
    ['an iPhone where it is installed', { userAgent: IPHONE, standalone: true }, null],
  ])('%s is told apart', (_, navigator, device) => {
    vi.stubGlobal('navigator', navigator)
    expect(iosDevice()).toBe(device)
  })
})
