import { openDB } from 'idb'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test } from 'vitest'
import { tollEndpoints } from '#contract/expenses/tolls.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

let isDown = false
let asked: unknown[] = []
const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: '1', sid: 's1' }), refresh: 'r1' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(aUser({ id: 1, role: 'administrator' }))),
  http.post('*/api/bestpass/toll_expenses/', async ({ request }) => {
    asked.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
    return HttpResponse.json({ amount: 12.5 * asked.length })
  }),
)
newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  asked = []
})

/** A page that reads what trucks paid in the days that `days` says. */
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

test('what some came to is asked by a POST that changes nothing, and each choice is a figure of its own', async () => {
  const { tolls, read, signIn } = await openBooks()
  await signIn()
  expect(await read(tolls(week))).toEqual({ ...week, amount: 12.5 })
  expect(await read(tolls(week, 'P1'))).toEqual({ ...week, amount: 25 })
  expect(await read(tolls(week))).toEqual({ ...week, amount: 12.5 })
  expect(asked).toEqual([
    { body: { FromDate: '2026-11-16', ToDate: '2026-11-22', vehicles: [] }, key: null },
    { body: { FromDate: '2026-11-16', ToDate: '2026-11-22', vehicles: [{ Plate: 'P1' }] }, key: null },
  ])
})

test('what was kept yesterday is found today without a network, with the days that it is of; what was never asked is not', async () => {
  const before = await openBooks()
  await before.signIn()
  await before.read(before.tolls(week))
  await before.flush()

  isDown = true
  const { tolls, read } = await openBooks()
  expect(await read(tolls(later))).toEqual({ ...week, amount: 12.5 })
  // Of another truck than any test asks for: what one left is on the same disk.
  expect(await read(tolls(later, 'P2'))).toBeUndefined()
})

/** All that the device keeps of answers, as it lies there. */
async function lying(): Promise<string> {
  const db = await openDB(queryStoreName('1'))
  const rows = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)))
  db.close()
  const bytes = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  return JSON.stringify(rows, bytes)
}

test('what chosen trucks paid is kept without their plates, and found again for those alone', async () => {
  const before = await openBooks()
  await before.signIn()
  await before.read(before.tolls(week, 'IL-P883104', 'Ünit 7'))
  await before.flush()
  const kept = await lying()
  expect(kept).toContain('figures')
  for (const plate of ['P883104', 'nit 7', 'IL-']) expect(kept).not.toContain(plate)

  isDown = true
  const { tolls, read } = await openBooks()
  // As many others: what is kept of these stays.
  expect(await read(tolls(later, 'IL-P883104', 'Unit 8'))).toBeUndefined()
  expect(await read(tolls(later, 'IL-P883104', 'Ünit 7'))).toEqual({ ...week, amount: 12.5 })
})

test('what was kept in another shape is as if it were not there', async () => {
  const { tolls } = await openBooks()
  const unpack = tolls(week).options.meta?.stored?.unpack
  expect(unpack?.({ amount: 12.5 })).toBeNull()
  expect(unpack?.({ ...week, amount: '12.5' })).toBeNull()
  expect(unpack?.({ ...week, amount: 12.5 })).toEqual({ ...week, amount: 12.5 })
})
