import { openDB } from 'idb'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test } from 'vitest'
import { tollEndpoints } from '#contract/expenses/tolls.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

let isDown = false
let requests: unknown[] = []
const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: '1', sid: 's1' }), refresh: 'r1' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(aUser({ id: 1, role: 'administrator' }))),
  http.post('*/api/bestpass/toll_expenses/', async ({ request }) => {
    requests.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
    return HttpResponse.json({ amount: 12.5 * requests.length })
  }),
)
newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  requests = []
})

/** A page that reads the amount of tolls that trucks paid in some days. */
async function openBooks() {
  const app = await openApp()
  const { amountQuery } = await import('#src/offline/reading/amount-query.ts')
  const tolls = (days: { readonly start: string; readonly end: string }, ...plates: readonly string[]) =>
    amountQuery({
      key: ['figures', 'tolls', '-1'],
      subjects: plates,
      areas: [],
      endpoint: tollEndpoints.expenses,
      days: () => days,
      requestFor: ({ start, end }) => ({
        body: { FromDate: start, ToDate: end, vehicles: plates.map((Plate) => ({ Plate })) },
      }),
      amountOf: ({ amount }) => amount,
    })
  const read = async (query: ReturnType<typeof tolls>) => {
    await app.prefetch(query)
    return app.queryClient.getQueryData(query.options.queryKey)?.data
  }
  return { ...app, tolls, read }
}

const week = { start: '2026-11-16', end: '2026-11-22' }
const later = { start: '2026-11-17', end: '2026-11-23' }

test('an amount is read by a POST without an idempotency key, and each choice is a query of its own', async () => {
  const { tolls, read, signIn } = await openBooks()
  await signIn()
  expect(await read(tolls(week))).toEqual({ ...week, amount: 12.5 })
  expect(await read(tolls(week, 'P1'))).toEqual({ ...week, amount: 25 })
  expect(await read(tolls(week))).toEqual({ ...week, amount: 12.5 })
  expect(requests).toEqual([
    { body: { FromDate: '2026-11-16', ToDate: '2026-11-22', vehicles: [] }, key: null },
    { body: { FromDate: '2026-11-16', ToDate: '2026-11-22', vehicles: [{ Plate: 'P1' }] }, key: null },
  ])
})

test('offline, an amount stored yesterday is shown with its own days; an amount that was never fetched is not', async () => {
  const before = await openBooks()
  await before.signIn()
  await before.read(before.tolls(week))
  await before.flush()

  isDown = true
  const { tolls, read } = await openBooks()
  expect(await read(tolls(later))).toEqual({ ...week, amount: 12.5 })
  // No other test reads the amount of this truck: all tests of the file share one disk.
  expect(await read(tolls(later, 'P2'))).toBeUndefined()
})

/** The raw content of the query store, as text. */
async function dumpStore(): Promise<string> {
  const db = await openDB(queryStoreName('1'))
  const rows = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)))
  db.close()
  const bytes = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  return JSON.stringify(rows, bytes)
}

test('the amount of chosen trucks is stored without their plates, and found only for the same trucks', async () => {
  const before = await openBooks()
  await before.signIn()
  await before.read(before.tolls(week, 'IL-P883104', 'Ünit 7'))
  await before.flush()
  const dump = await dumpStore()
  expect(dump).toContain('figures')
  for (const plate of ['P883104', 'nit 7', 'IL-']) expect(dump).not.toContain(plate)

  isDown = true
  const { tolls, read } = await openBooks()
  // Two trucks again, but one is another truck: the stored amount of the first two stays stored.
  expect(await read(tolls(later, 'IL-P883104', 'Unit 8'))).toBeUndefined()
  expect(await read(tolls(later, 'IL-P883104', 'Ünit 7'))).toEqual({ ...week, amount: 12.5 })
})

test('an amount that was stored in another shape is ignored', async () => {
  const { tolls } = await openBooks()
  const unpack = tolls(week).options.meta?.stored?.unpack
  expect(unpack?.({ amount: 12.5 })).toBeNull()
  expect(unpack?.({ ...week, amount: '12.5' })).toBeNull()
  expect(unpack?.({ ...week, amount: 12.5 })).toEqual({ ...week, amount: 12.5 })
})
