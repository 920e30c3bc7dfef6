import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { TROUBLE_WORDS } from '#src/app/device/device-words.ts'
import { toNotSaved } from '#src/offline/outbox/save/why-not-saved.ts'
import { storageFaultOf } from '#src/offline/query-storage/storage-fault.ts'
import { reportTrouble, setStorageTrouble, storageTrouble } from '#src/offline/query-storage/storage-trouble.ts'

const refusal = (name: string) => new DOMException('as the browser says it', name)

/** A page with all of the browser's storage. */
function giveStorage(): void {
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('caches', {})
  vi.stubGlobal('navigator', { locks: {} })
}

afterEach(() => setStorageTrouble(null))

describe('an error of keeping something', () => {
  it.each([
    ['a full disk', refusal('QuotaExceededError'), 'full'],
    ['blocked storage', refusal('SecurityError'), 'unavailable'],
    ['a private window that takes nothing', refusal('InvalidStateError'), 'unavailable'],
    ['a profile that can’t be read', refusal('UnknownError'), 'unavailable'],
    ['a browser that does not answer', refusal('TimeoutError'), 'unavailable'],
    ['a function that is missing', new TypeError('Map.groupBy is not a function'), 'error'],
    ['a name that is missing', new ReferenceError('nothing is not defined'), 'error'],
    ['what no database can take', refusal('DataCloneError'), 'error'],
    ['a key that no database can have', refusal('DataError'), 'error'],
  ] as const)('of %s is told as what it is', (_what, error, fault) => {
    expect(storageFaultOf(error, false)).toBe(fault)
  })

  it('is the browser’s where it has no storage, whatever it looks like', () => {
    expect(storageFaultOf(new TypeError('can’t read open of null'), true)).toBe('unavailable')
  })

  it('is the browser’s where storage is blocked, so that asking for it throws', () => {
    giveStorage()
    vi.stubGlobal('navigator', {
      get locks() {
        throw refusal('SecurityError')
      },
    })
    expect(storageFaultOf(new TypeError('an error that follows'))).toBe('unavailable')
    giveStorage()
    expect(storageFaultOf(new TypeError('an error that follows'))).toBe('error')
  })
})

test('a mistake of the app goes where its uncaught errors go, and a refusal of the browser does not', async () => {
  giveStorage()
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

test('a private window is named only where the browser refuses', () => {
  giveStorage()
  expect(toNotSaved(refusal('SecurityError')).message).toMatch(/private browsing/)
  expect(toNotSaved(new TypeError('x is not a function')).message).toMatch(/^An unexpected error in Haulyard/)
  expect(TROUBLE_WORDS.unavailable).toMatch(/private window/)
  expect(TROUBLE_WORDS.error).not.toMatch(/private/)
})
