import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { QueryStore } from '#src/offline/query-storage/query-store.ts'
import type { QueryData, StorageRules } from '#src/offline/reading/query-data.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'

const stored: StorageRules = { pack: (data) => data, unpack: (packed) => (typeof packed === 'string' ? packed : null) }
const sealer = await aSealer()
let userCount = 0
let user = ''
let opened: { persister: QueryPersister; client: QueryClient }[] = []

const queryData = (data: string, asOf: number): QueryData<string> => ({ data, asOf, source: 'network' })

/** A tab of one user's browser. The test sets the responses of its queries by hand. */
function aTab() {
  const client = new QueryClient()
  const notified: string[][] = []
  const store = new QueryStore(user, {
    sealer,
    now: () => 1_000,
    onTrouble: (error) => expect.unreachable(String(error)),
  })
  const put = vi.spyOn(store, 'put')
  const persister = new QueryPersister(store, {
    client,
    isAllowed: () => true,
    notifyTabs: (hashes) => notified.push([...hashes]),
  })
  opened.push({ persister, client })
  const answer = (name: string, known: QueryData<string>) => {
    client.getQueryCache().build(client, { queryKey: [name], meta: { stored } })
    client.setQueryData([name], known)
  }
  const show = (name: string) =>
    new QueryObserver<QueryData<string>>(client, { queryKey: [name], meta: { stored }, enabled: false }).subscribe(
      () => undefined,
    )
  const shown = (name: string) => client.getQueryData<QueryData<string>>([name])
  return { client, persister, notified, put, answer, show, shown }
}

beforeEach(() => {
  userCount += 1
  user = `keeper-${userCount}`
})
afterEach(() => {
  for (const { persister, client } of opened) {
    persister.close()
    client.clear()
  }
  opened = []
})

test('a flush resolves only after the writes before it', async () => {
  const tab = aTab()
  const order: string[] = []
  tab.answer('a', queryData('first', 1))
  const first = tab.persister.flush().then(() => order.push('what was being written'))
  await tab.persister.flush()
  order.push('the flush')
  await first
  expect(order).toEqual(['what was being written', 'the flush'])
})

test('a write in progress when the user signs out is not reported to other tabs', async () => {
  const tab = aTab()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  tab.put.mockReturnValueOnce(promise)
  tab.answer('a', queryData('first', 1))
  const flushed = tab.persister.flush()
  tab.persister.close()
  resolve(true)
  await flushed
  expect(tab.notified).toEqual([])
})

test('many responses in a short time become one write, of the latest data only', async () => {
  const tab = aTab()
  tab.answer('a', queryData('first', 1))
  tab.answer('a', queryData('second', 2))
  tab.answer('b', queryData('other', 1))
  await eventually(() => expect(tab.notified).toEqual([['["a"]', '["b"]']]))
  expect(tab.put).toHaveBeenCalledOnce()
  expect(tab.put.mock.calls[0]![0].map(({ json }) => json)).toEqual(['"second"', '"other"'])
})

test('an answer is written soon after it arrives, and the next ones a quarter of a second later, together', async () => {
  vi.useFakeTimers()
  try {
    const tab = aTab()
    tab.answer('a', queryData('first', 1))
    vi.advanceTimersByTime(30)
    expect(tab.put).toHaveBeenCalledOnce()
    tab.answer('b', queryData('second', 1))
    vi.advanceTimersByTime(100)
    tab.answer('c', queryData('third', 1))
    vi.advanceTimersByTime(149)
    expect(tab.put).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1)
    expect(tab.put).toHaveBeenCalledTimes(2)
    expect(tab.put.mock.calls[1]![0].map(({ json }) => json)).toEqual(['"second"', '"third"'])
  } finally {
    vi.useRealTimers()
  }
})

test('an answer on the screen does not wait for others, and those that wait are written with it', async () => {
  vi.useFakeTimers()
  try {
    const tab = aTab()
    tab.answer('a', queryData('first', 1))
    vi.advanceTimersByTime(30)
    const stop = tab.show('shown')
    tab.answer('b', queryData('second', 1))
    vi.advanceTimersByTime(10)
    tab.answer('shown', queryData('third', 1))
    vi.advanceTimersByTime(29)
    expect(tab.put).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1)
    expect(tab.put.mock.calls[1]![0].map(({ json }) => json)).toEqual(['"second"', '"third"'])
    vi.advanceTimersByTime(300)
    expect(tab.put).toHaveBeenCalledTimes(2)
    stop()
  } finally {
    vi.useRealTimers()
  }
})

test('a flush before the page closes writes immediately', async () => {
  const tab = aTab()
  tab.answer('a', queryData('now', 1))
  await tab.persister.flush()
  expect(tab.put).toHaveBeenCalledOnce()
})

test('another tab shows what this tab has stored, if the query is on its screen and the data is newer', async () => {
  const [one, two] = [aTab(), aTab()]
  two.answer('a', queryData('old', 1))
  const stop = two.show('a')
  one.answer('a', queryData('new', 2))
  one.answer('unseen', queryData('new', 2))
  await one.persister.flush()
  await two.persister.reread(one.notified.flat())
  expect(two.shown('a')).toMatchObject({ data: 'new', asOf: 2 })
  expect(two.shown('unseen')).toBeUndefined()
  two.answer('a', queryData('newest', 3))
  await two.persister.reread(['["a"]'])
  expect(two.shown('a')?.data).toBe('newest')
  stop()
})

test('data read from the device is not written back', async () => {
  const one = aTab()
  one.answer('a', queryData('kept', 1))
  await one.persister.flush()
  const two = aTab()
  const query = two.client.getQueryCache().build(two.client, { queryKey: ['a'], meta: { stored } })
  expect(await two.persister.warm(two.client.getQueryCache().get(query.queryHash)!)).toBe(true)
  await two.persister.flush()
  expect(two.put).not.toHaveBeenCalled()
})

test('responses that wait to be written when the user signs out are not written', async () => {
  const tab = aTab()
  tab.answer('a', queryData('private', 1))
  tab.persister.close()
  await tab.persister.flush()
  expect(tab.put).not.toHaveBeenCalled()
})
