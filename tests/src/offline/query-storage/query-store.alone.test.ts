import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  QueryStore,
  type QueryStorePorts,
  queryStoreName,
  wipeQueryStore,
} from '#src/offline/query-storage/query-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let now = 1_000_000
let troubles: unknown[] = []
let userCount = 0

const ports = (over: Partial<QueryStorePorts> = {}): QueryStorePorts => ({
  sealer,
  now: () => now,
  onTrouble: (error) => troubles.push(error),
  ...over,
})
const answer = (hash: string, asOf: number, json = '{}') => ({ hash, json, asOf })
let user = ''

beforeEach(() => {
  now = 1_000_000
  troubles = []
  userCount += 1
  user = `person-${userCount}`
})

test('a stored response is found with the time at which the server sent it', async () => {
  const store = new QueryStore(user, ports())
  expect(await store.put([answer('drivers', 5000, '[1]')])).toBe(true)
  store.close()
  expect(await new QueryStore(user, ports()).find('drivers')).toMatchObject({ json: '[1]', asOf: 5000 })
})

test('an older response never replaces a newer one, unless the newer one’s time is in the future', async () => {
  const store = new QueryStore(user, ports())
  await store.put([answer('drivers', now, 'new')])
  await store.put([answer('drivers', now - 1, 'old')])
  expect((await store.find('drivers'))?.json).toBe('new')
  await store.put([answer('week', now + 86_400_000, 'tomorrow')])
  await store.put([answer('week', now, 'today')])
  expect((await store.find('week'))?.json).toBe('today')
})

test('the least recently used responses are deleted when the budget is exceeded', async () => {
  const store = new QueryStore(user, ports({ budget: { records: 2, size: 1_000 } }))
  for (const hash of ['a', 'b', 'c']) {
    now += 1
    await store.put([answer(hash, now)])
  }
  now += 1
  await store.find('a')
  await store.keepBudget()
  expect(await Promise.all(['a', 'b', 'c'].map(async (hash) => (await store.find(hash)) !== null))).toEqual([
    true,
    false,
    true,
  ])
  await store.put([answer('big', now, 'x'.repeat(2_000))])
  await store.keepBudget()
  expect(await store.find('big')).toBeNull()
})

test('a response that is deleted while it is being read does not count as stored', async () => {
  const store = new QueryStore(user, ports())
  await store.put([answer('drivers', 5000)])
  await Promise.all([store.find('drivers'), store.remove('drivers')])
  await store.storageUse()
  expect(await store.agesOf(['drivers'])).toEqual([null])
  expect((await store.storageUse()).size).toBe(0)
})

test('a response that is replaced while it is being read has the age of its replacement', async () => {
  const store = new QueryStore(user, ports())
  await store.put([answer('drivers', 5000)])
  await Promise.all([store.find('drivers'), store.put([answer('drivers', 6000)])])
  await store.storageUse()
  expect(await store.agesOf(['drivers'])).toEqual([6000])
})

test('a response stored under another data version is not read', async () => {
  const store = new QueryStore(user, ports())
  await store.put([answer('drivers', 1)])
  const db = await openDB(queryStoreName(user))
  await db.put('answers', { ...answer('drivers', 1), dataVersion: 0 })
  db.close()
  expect(await store.find('drivers')).toBeNull()
})

test('two users never share a store, and a wipe empties only one of them, even while a tab has it open', async () => {
  const [mine, theirs] = [new QueryStore(user, ports()), new QueryStore(`${user}-other`, ports())]
  await mine.put([answer('drivers', 1, 'mine')])
  expect(await theirs.find('drivers')).toBeNull()
  await theirs.put([answer('drivers', 1, 'theirs')])
  await wipeQueryStore(user)
  expect(await mine.find('drivers')).toBeNull()
  expect((await theirs.find('drivers'))?.json).toBe('theirs')
  expect(troubles).toEqual([])
})

test('a device without storage is reported, and reading continues without it', async () => {
  const broken = indexedDB.open
  indexedDB.open = () => {
    throw new DOMException('The user denied permission.', 'SecurityError')
  }
  try {
    const store = new QueryStore(user, ports())
    expect(await store.find('drivers')).toBeNull()
    expect(await store.put([answer('drivers', 1)])).toBe(false)
    expect(troubles).toHaveLength(2)
  } finally {
    indexedDB.open = broken
  }
})

test('a full disk can still be read', async () => {
  const store = new QueryStore(user, ports())
  await store.put([answer('drivers', now, '[1]')])
  const full = new DOMException('full', 'QuotaExceededError')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full
  })
  expect((await store.find('drivers'))?.json).toBe('[1]')
  expect(troubles).toEqual([])
  put.mockRestore()
})
