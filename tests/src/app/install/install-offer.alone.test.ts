import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installEvent, watchForInstall } from '#src/app/install/install-event.ts'
import { appleDevice, dismiss, install, shouldOfferInstall } from '#src/app/install/install-offer.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

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
  test('waits for a returning user, or for a saved change', () => {
    expect([shouldOfferInstall(false, now), shouldOfferInstall(true, now)]).toEqual([false, true])
    watchForInstall()
    expect(shouldOfferInstall(false, now)).toBe(true)
  })
  test('is repeated 30 days after a dismissal, and never after a second one', () => {
    dismiss(now)
    expect([shouldOfferInstall(true, now + 29 * DAY_MS), shouldOfferInstall(true, now + 31 * DAY_MS)]).toEqual([
      false,
      true,
    ])
    dismiss(now + 31 * DAY_MS)
    expect(shouldOfferInstall(true, now + 3_000 * DAY_MS)).toBe(false)
  })
  test('never appears where an earlier version stored a dismissal', () => {
    page.local.setItem('haulyard-install-dismissed', 'yes')
    expect(shouldOfferInstall(true, now + 3_000 * DAY_MS)).toBe(false)
  })
  test('is not shown in the installed app', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }))
    expect(shouldOfferInstall(true, now)).toBe(false)
  })
  test('the browser’s own prompt is deferred, and opens when the user accepts the offer', async () => {
    const prompt = vi.fn(() => Promise.resolve())
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: Promise.resolve({ outcome: 'dismissed' as const }),
    })
    page.window.dispatchEvent(event)
    expect([event.defaultPrevented, installEvent.get()]).toEqual([true, event])
    await install(event, now)
    expect(prompt).toHaveBeenCalledOnce()
    expect([installEvent.get(), shouldOfferInstall(true, now)]).toEqual([null, false])
  })
  test('storage that the browser blocks causes no error', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
    watchForInstall()
    dismiss(now)
    expect(shouldOfferInstall(false, now)).toBe(false)
  })
})

describe('an Apple device', () => {
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
  const IPHONE = { standalone: false, maxTouchPoints: 5, screen: { width: 390, height: 844 } }
  const IPAD = { standalone: false, maxTouchPoints: 5, screen: { width: 744, height: 1133 }, userAgent: MAC }
  const IMAC = { maxTouchPoints: 0, screen: { width: 1680, height: 1050 }, userAgent: MAC }
  test.each([
    ['an iPhone', IPHONE, 'phone'],
    ['an iPhone in landscape', { ...IPHONE, screen: { width: 956, height: 440 } }, 'phone'],
    ['a small iPad, which claims to be a Mac', IPAD, 'tablet'],
    ['Safari on a Mac', { ...IMAC, standalone: false }, 'mac'],
    ['another browser on a Mac, or a Safari that cannot add apps to the Dock', IMAC, null],
    ['an iPhone where the app is installed', { ...IPHONE, standalone: true }, null],
    ['a Mac with the app in the Dock', { ...IMAC, standalone: true }, null],
  ])('%s is recognized by its features', (_, { screen, ...navigator }, device) => {
    vi.stubGlobal('navigator', navigator)
    vi.stubGlobal('screen', screen)
    expect(appleDevice()).toBe(device)
  })
})
