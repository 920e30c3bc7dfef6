import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { QueryStore, queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let troubles: unknown[] = []
let storedCount = 0
let userCount = 0
let user = ''

const aStore = (budget = { records: 100, size: 1_000_000 }) =>
  new QueryStore(user, {
    sealer,
    now: () => Date.now(),
    onTrouble: (error) => troubles.push(error),
    onStored: () => {
      storedCount += 1
    },
    budget,
  })
const answer = (hash: string, json = '{}') => ({ hash, json, asOf: Date.now() })
const full = () => {
  throw new DOMException('The disk is full.', 'QuotaExceededError')
}

beforeEach(() => {
  troubles = []
  storedCount = 0
  userCount += 1
  user = `trouble-${userCount}`
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('K15: a full disk', () => {
  test('is reported when a response can’t be stored, and as over when one can', async () => {
    const store = aStore()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    expect(await store.put([answer('a')])).toBe(false)
    expect(troubles).toMatchObject([{ name: 'QuotaExceededError' }])
    vi.restoreAllMocks()
    expect(await store.put([answer('a')])).toBe(true)
    expect(storedCount).toBe(1)
  })

  test('is given room first: the least recently used response is deleted, and the new one is stored', async () => {
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

  test('in the middle of an exchange leaves the stored responses that it would replace or delete as they were', async () => {
    const store = aStore()
    vi.useFakeTimers({ toFake: ['Date'] })
    await store.put([answer('unused', 'x'.repeat(500))])
    vi.setSystemTime(Date.now() + 1_000)
    await store.put([answer('head', '"old"'), answer('page', '"old"')])
    const { put } = IDBObjectStore.prototype
    let puts = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      puts += 1
      // In both tries the two writes of the first record succeed, and the first write of the second record fails.
      if (puts % 4 === 3) full()
      return put.call(this, value, key)
    })
    const halves = [answer('head', '"new"'), answer('next', '"new"')]
    expect(await store.exchange(halves, ['page'])).toBe(false)
    vi.restoreAllMocks()
    const found = await Promise.all(['head', 'page', 'next', 'unused'].map((hash) => store.find(hash)))
    // The response unused for longest was deleted to make room for the second try.
    expect(found.map((one) => one?.json)).toEqual(['"old"', '"old"', undefined, undefined])
    expect(puts).toBe(8)
    expect(troubles).toHaveLength(1)
  })

  test.each(['remove', 'keepBudget'] as const)('is reported when %s fails, and reading continues', async (act) => {
    const store = aStore({ records: 1, size: 10 })
    await store.put([answer('a'), answer('b')])
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(full)
    await store[act]('a')
    expect(troubles).toMatchObject([{ name: 'QuotaExceededError' }])
    expect((await store.find('b'))?.json).toBe('{}')
  })

  test('never makes a read fail, although its use can’t be recorded', async () => {
    const store = aStore()
    await store.put([answer('a')])
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    expect((await store.find('a'))?.json).toBe('{}')
    expect(await store.agesOf(['a', 'b'])).toEqual([expect.any(Number), null])
    expect(troubles).toEqual([])
  })
})

test('making room deletes only stored responses; waiting changes have a store of their own', async () => {
  const outbox = await openDB(`haulyard-outbox-${user}`, 1, { upgrade: (db) => void db.createObjectStore('entries') })
  await outbox.put('entries', 'x'.repeat(5_000), 1)
  const store = aStore({ records: 1, size: 1 })
  await store.put([answer('a', 'x'.repeat(500)), answer('b', 'x'.repeat(500))])
  await store.keepBudget()
  expect(await store.storageUse()).toEqual({ size: 0, isFull: false })
  expect(await outbox.count('entries')).toBe(1)
  outbox.close()
})

test('the store reports that it is full shortly before its budget is spent', async () => {
  const store = aStore({ records: 100, size: 1_000 })
  await store.put([answer('a', 'x'.repeat(800))])
  expect(await store.storageUse()).toEqual({ size: 800, isFull: false })
  await store.put([answer('b', 'x'.repeat(150))])
  expect(await store.storageUse()).toEqual({ size: 950, isFull: true })
})

describe('K14: a broken store', () => {
  test('without its object stores is recreated', async () => {
    const torn = await openDB(queryStoreName(user), 1, { upgrade: () => undefined })
    torn.close()
    const store = aStore()
    expect(await store.put([answer('a')])).toBe(true)
    expect((await store.find('a'))?.json).toBe('{}')
    expect(troubles).toEqual([])
  })

  test('that can’t be opened is recreated', async () => {
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

  test('that the browser refuses for any other reason is reported, and nothing is deleted', async () => {
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

  test('that never responds is given up after three seconds', async () => {
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
