import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { QueryStore } from '#src/offline/query-storage/query-store.ts'
import type { QueryData, StorageRules } from '#src/offline/reading/query-data.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'

const stored: StorageRules = { pack: (data) => data, unpack: (kept) => (typeof kept === 'string' ? kept : null) }
const sealer = await aSealer()
let people = 0
let user = ''
let opened: { keeper: QueryPersister; client: QueryClient }[] = []

const said = (data: string, asOf: number): QueryData<string> => ({ data, asOf, source: 'network' })

/** A tab of one person's browser, with a query on screen whose answers the test gives by hand. */
function aTab() {
  const client = new QueryClient()
  const told: string[][] = []
  const store = new QueryStore(user, {
    sealer,
    now: () => 1_000,
    onTrouble: (error) => expect.unreachable(String(error)),
  })
  const put = vi.spyOn(store, 'put')
  const keeper = new QueryPersister(store, {
    client,
    isAllowed: () => true,
    notifyTabs: (hashes) => told.push([...hashes]),
  })
  opened.push({ keeper, client })
  const answer = (name: string, known: QueryData<string>) => {
    client.getQueryCache().build(client, { queryKey: [name], meta: { stored } })
    client.setQueryData([name], known)
  }
  const show = (name: string) =>
    new QueryObserver<QueryData<string>>(client, { queryKey: [name], meta: { stored }, enabled: false }).subscribe(
      () => undefined,
    )
  const shown = (name: string) => client.getQueryData<QueryData<string>>([name])
  return { client, keeper, told, put, answer, show, shown }
}

beforeEach(() => {
  people += 1
  user = `keeper-${people}`
})
afterEach(() => {
  for (const { keeper, client } of opened) {
    keeper.close()
    client.clear()
  }
  opened = []
})

test('a flush is through when what was being written before is, too', async () => {
  const tab = aTab()
  const order: string[] = []
  tab.answer('a', said('first', 1))
  const first = tab.keeper.flush().then(() => order.push('what was being written'))
  await tab.keeper.flush()
  order.push('the flush')
  await first
  expect(order).toEqual(['what was being written', 'the flush'])
})

test('what was being written when the person left is told to no other tab', async () => {
  const tab = aTab()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  tab.put.mockReturnValueOnce(promise)
  tab.answer('a', said('first', 1))
  const flushed = tab.keeper.flush()
  tab.keeper.close()
  resolve(true)
  await flushed
  expect(tab.told).toEqual([])
})

test('many answers in a moment are one write, and only of what changed', async () => {
  const tab = aTab()
  tab.answer('a', said('first', 1))
  tab.answer('a', said('second', 2))
  tab.answer('b', said('other', 1))
  await eventually(() => expect(tab.told).toEqual([['["a"]', '["b"]']]))
  expect(tab.put).toHaveBeenCalledOnce()
  expect(tab.put.mock.calls[0]![0].map(({ json }) => json)).toEqual(['"second"', '"other"'])
})

test('a page that is about to go writes at once', async () => {
  const tab = aTab()
  tab.answer('a', said('now', 1))
  await tab.keeper.flush()
  expect(tab.put).toHaveBeenCalledOnce()
})

test('another tab shows what this one was told, if it has it on screen and it is newer', async () => {
  const [one, two] = [aTab(), aTab()]
  two.answer('a', said('old', 1))
  const stop = two.show('a')
  one.answer('a', said('new', 2))
  one.answer('unseen', said('new', 2))
  await one.keeper.flush()
  await two.keeper.reread(one.told.flat())
  expect(two.shown('a')).toMatchObject({ data: 'new', asOf: 2 })
  expect(two.shown('unseen')).toBeUndefined()
  two.answer('a', said('newest', 3))
  await two.keeper.reread(['["a"]'])
  expect(two.shown('a')?.data).toBe('newest')
  stop()
})

test('what was read from the device is not written back to it', async () => {
  const one = aTab()
  one.answer('a', said('kept', 1))
  await one.keeper.flush()
  const two = aTab()
  const query = two.client.getQueryCache().build(two.client, { queryKey: ['a'], meta: { stored } })
  expect(await two.keeper.warm(two.client.getQueryCache().get(query.queryHash)!)).toBe(true)
  await two.keeper.flush()
  expect(two.put).not.toHaveBeenCalled()
})

test('what waits to be written when a person leaves is not written', async () => {
  const tab = aTab()
  tab.answer('a', said('private', 1))
  tab.keeper.close()
  await tab.keeper.flush()
  expect(tab.put).not.toHaveBeenCalled()
})
