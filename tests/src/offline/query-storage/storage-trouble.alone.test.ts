import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { QueryStore, queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let troubles: unknown[] = []
let kept = 0
let people = 0
let user = ''

const aStore = (budget = { records: 100, size: 1_000_000 }) =>
  new QueryStore(user, {
    sealer,
    now: () => Date.now(),
    onTrouble: (error) => troubles.push(error),
    onStored: () => {
      kept += 1
    },
    budget,
  })
const answer = (hash: string, json = '{}') => ({ hash, json, asOf: Date.now() })
const full = () => {
  throw new DOMException('The disk is full.', 'QuotaExceededError')
}

beforeEach(() => {
  troubles = []
  kept = 0
  people += 1
  user = `trouble-${people}`
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('K15: a disk that is full', () => {
  test('is told when an answer can’t be kept, and over when one can', async () => {
    const store = aStore()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    expect(await store.put([answer('a')])).toBe(false)
    expect(troubles).toMatchObject([{ name: 'QuotaExceededError' }])
    vi.restoreAllMocks()
    expect(await store.put([answer('a')])).toBe(true)
    expect(kept).toBe(1)
  })

  test('is given room first: what was unused for longest goes, and the answer is kept', async () => {
    const store = aStore()
    await store.put([answer('old', 'x'.repeat(500))])
    await store.put([answer('new', 'x'.repeat(500))])
    let isFull = true
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (isFull) {
        isFull = false
        full()
      }
      return put.call(this, value, key)
    })
    expect(await store.put([answer('wanted')])).toBe(true)
    expect((await store.find('wanted'))?.json).toBe('{}')
    expect(await store.find('old')).toBeNull()
    expect(troubles).toEqual([])
  })

  test('in the middle of an exchange leaves all as it was', async () => {
    const store = aStore({ records: 1, size: 1 })
    await store.put([answer('head', '"old"'), answer('page', '"old"')])
    const { put } = IDBObjectStore.prototype
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      puts += 1
      // The first record's own two writes go through, both times: the second one breaks.
      if (puts % 4 === 3) full()
      return put.call(this, value, key)
    })
    const halves = [answer('head', '"new"'), answer('next', '"new"')]
    expect(await store.exchange(halves, ['page'])).toBe(false)
    vi.restoreAllMocks()
    expect((await store.find('next'))?.json).toBeUndefined()
    expect([null, '"old"']).toContain((await store.find('head'))?.json ?? null)
    expect(troubles).toHaveLength(1)
  })

  test.each(['remove', 'keepBudget'] as const)('is told when %s can’t be done, and reading goes on', async (act) => {
    const store = aStore({ records: 1, size: 10 })
    await store.put([answer('a'), answer('b')])
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(full)
    await store[act]('a')
    expect(troubles).toMatchObject([{ name: 'QuotaExceededError' }])
    expect((await store.find('b'))?.json).toBe('{}')
  })

  test('never keeps a read from being answered, though its use can’t be noted', async () => {
    const store = aStore()
    await store.put([answer('a')])
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    expect((await store.find('a'))?.json).toBe('{}')
    expect(await store.agesOf(['a', 'b'])).toEqual([expect.any(Number), null])
    expect(troubles).toEqual([])
  })
})

test('what makes room is what was read; changes that wait are in a store of their own', async () => {
  const outbox = await openDB(`haulyard-outbox-${user}`, 1, { upgrade: (db) => void db.createObjectStore('entries') })
  await outbox.put('entries', 'x'.repeat(5_000), 1)
  const store = aStore({ records: 1, size: 1 })
  await store.put([answer('a', 'x'.repeat(500)), answer('b', 'x'.repeat(500))])
  await store.keepBudget()
  expect(await store.storageUse()).toEqual({ size: 0, isFull: false })
  expect(await outbox.count('entries')).toBe(1)
  outbox.close()
})

test('nothing more is fetched ahead shortly before the budget is spent', async () => {
  const store = aStore({ records: 100, size: 1_000 })
  await store.put([answer('a', 'x'.repeat(800))])
  expect(await store.storageUse()).toEqual({ size: 800, isFull: false })
  await store.put([answer('b', 'x'.repeat(150))])
  expect(await store.storageUse()).toEqual({ size: 950, isFull: true })
})

describe('K14: a store that is broken', () => {
  test('without its parts is begun anew', async () => {
    const torn = await openDB(queryStoreName(user), 1, { upgrade: () => undefined })
    torn.close()
    const store = aStore()
    expect(await store.put([answer('a')])).toBe(true)
    expect((await store.find('a'))?.json).toBe('{}')
    expect(troubles).toEqual([])
  })

  test('that can’t be opened is begun anew, once', async () => {
    const { open } = indexedDB
    let opened = 0
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      opened += 1
      if (opened === 1) throw new DOMException('Internal error opening backing store.', 'UnknownError')
      return open.call(indexedDB, name, version)
    })
    expect(await aStore().put([answer('a')])).toBe(true)
    expect(troubles).toEqual([])
  })

  test('or not given at all, for whatever reason, is told, and nothing is thrown away for it', async () => {
    await aStore().put([answer('a')])
    const gone = vi.spyOn(indexedDB, 'deleteDatabase')
    for (const name of ['SecurityError', 'VersionError', 'InvalidStateError']) {
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('No.', name)
      })
      expect(await aStore().find('a')).toBeNull()
    }
    expect(troubles).toHaveLength(3)
    expect(gone).not.toHaveBeenCalled()
  })

  test('that never answers is waited for no longer than three seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      const request: IDBOpenDBRequest = Object.create(IDBOpenDBRequest.prototype)
      return Object.assign(request, { addEventListener: () => undefined, removeEventListener: () => undefined })
    })
    const found = aStore().find('a')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await found).toBeNull()
    expect(troubles).toMatchObject([{ name: 'TimeoutError' }])
  })
})
