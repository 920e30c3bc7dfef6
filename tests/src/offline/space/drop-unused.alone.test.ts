import { beforeEach, expect, test } from 'vitest'
import { QueryStore, queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { storeConnection } from '#src/offline/query-storage/store-opening.ts'
import { dropUnused } from '#src/offline/space/drop-unused.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let userCount = 0
let user = ''
let store: QueryStore
let now = 1_000_000

const connection = () =>
  storeConnection({ name: queryStoreName(user), mayAdoptUnsealed: false, onUnsealedFound: () => undefined })
const stored = async (names: readonly string[]) => {
  const found = await Promise.all(names.map((name) => store.find(name)))
  return names.filter((_name, at) => found[at] !== null)
}
/** Stores responses of these sizes in bytes, the first one unused for longest. */
async function fill(sizes: Readonly<Record<string, number>>): Promise<void> {
  for (const [hash, size] of Object.entries(sizes)) {
    now += 1
    await store.put([{ hash, asOf: now, json: 'x'.repeat(size) }])
  }
}

beforeEach(() => {
  userCount += 1
  user = `reader-${userCount}`
  store = new QueryStore(user, { sealer, now: () => now, onTrouble: (error) => expect(error).toBeNull() })
})

const LARGE = 70_000

test('half of the large responses give way, those unused for longest, and no small one: its space would not be free', async () => {
  const sizes = { small: 10, oldest: LARGE, older: LARGE, newer: LARGE, newest: LARGE }
  await fill(sizes)
  expect(await dropUnused(connection(), 'half', now)).toBe(2)
  expect(await stored(Object.keys(sizes))).toEqual(['small', 'newer', 'newest'])
})

test('half means half of the space, not of the responses', async () => {
  const sizes = { oldest: 5 * LARGE, older: LARGE, newer: LARGE, newest: LARGE }
  await fill(sizes)
  expect(await dropUnused(connection(), 'half', now)).toBe(2)
  expect(await stored(Object.keys(sizes))).toEqual(['newer', 'newest'])
})

test('without a large response, half of all give way, and nothing when nothing is stored', async () => {
  expect(await dropUnused(connection(), 'half', now)).toBe(0)
  const sizes = { a: 10, b: 10, c: 10, d: 10 }
  await fill(sizes)
  expect(await dropUnused(connection(), 'half', now)).toBe(2)
  expect(await stored(Object.keys(sizes))).toEqual(['c', 'd'])
})
