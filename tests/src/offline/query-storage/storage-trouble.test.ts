import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { TROUBLE_WORDS } from '#src/app/device/device-words.ts'
import { toNotSaved } from '#src/offline/outbox/save/why-not-saved.ts'
import { storageFaultOf } from '#src/offline/query-storage/storage-fault.ts'
import { reportTrouble, setStorageTrouble, storageTrouble } from '#src/offline/query-storage/storage-trouble.ts'

const refusal = (name: string) => new DOMException('as the browser says it', name)

/** Stubs a page that has all of the browser's storage. */
function stubStorage(): void {
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('caches', {})
  vi.stubGlobal('navigator', { locks: {} })
}

afterEach(() => setStorageTrouble(null))

describe('an error while storing data', () => {
  it.each([
    ['a full disk', refusal('QuotaExceededError'), 'full'],
    ['blocked storage', refusal('SecurityError'), 'unavailable'],
    ['a private window that stores nothing', refusal('InvalidStateError'), 'unavailable'],
    ['an unreadable profile', refusal('UnknownError'), 'unavailable'],
    ['a browser that does not respond', refusal('TimeoutError'), 'unavailable'],
    ['a missing function', new TypeError('Map.groupBy is not a function'), 'error'],
    ['an undefined name', new ReferenceError('nothing is not defined'), 'error'],
    ['a value that no database can store', refusal('DataCloneError'), 'error'],
    ['a key that no database accepts', refusal('DataError'), 'error'],
  ] as const)('caused by %s is classified correctly', (_what, error, fault) => {
    expect(storageFaultOf(error, false)).toBe(fault)
  })

  it('counts as the browser’s where it has no storage, whatever the error looks like', () => {
    expect(storageFaultOf(new TypeError('can’t read open of null'), true)).toBe('unavailable')
  })

  it('counts as the browser’s where storage is blocked, so that reading it throws', () => {
    stubStorage()
    vi.stubGlobal('navigator', {
      get locks() {
        throw refusal('SecurityError')
      },
    })
    expect(storageFaultOf(new TypeError('an error that follows'))).toBe('unavailable')
    stubStorage()
    expect(storageFaultOf(new TypeError('an error that follows'))).toBe('error')
  })
})

test('an error of the app is reported like an uncaught error, and a refusal by the browser is not', async () => {
  stubStorage()
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  await reportTrouble(refusal('SecurityError'))
  expect(storageTrouble.get()).toBe('unavailable')
  expect(report).not.toHaveBeenCalled()
  const mistake = new TypeError('Promise.withResolvers is not a function')
  await reportTrouble(mistake)
  expect(storageTrouble.get()).toBe('error')
  expect(report).toHaveBeenCalledExactlyOnceWith(mistake)
})

test('a private window is named only if the browser refuses storage', () => {
  stubStorage()
  expect(toNotSaved(refusal('SecurityError')).message).toMatch(/private browsing/)
  expect(toNotSaved(new TypeError('x is not a function')).message).toMatch(/^An unexpected error in Haulyard/)
  expect(TROUBLE_WORDS.unavailable).toMatch(/private window/)
  expect(TROUBLE_WORDS.error).not.toMatch(/private/)
})
