import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { unitRowList } from '#src/areas/units/unit-queries.ts'
import { UNIT_DEFAULTS } from '#src/areas/units/unit-search.ts'
import { queryClient } from '#src/offline/query-client.ts'
import { keptTrailers, keptTrucks, unitMiles } from '#src/picks/unit-miles-queries.ts'
import { aTruck } from '#tests/support/a-unit-row.ts'
import { openPage } from '#tests/support/fake-browser.ts'

const AS_OF = 1_790_000_000_000

beforeEach(() => {
  queryClient.clear()
  openPage()
  setCredentials({ token: () => 'token', refresh: () => Promise.resolve('refused') })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})
afterEach(() => vi.unstubAllGlobals())

test('the lists in which the last known miles are looked for are those that the pages of the units keep', () => {
  expect(keptTrucks.queryKey).toEqual(unitRowList('truck', UNIT_DEFAULTS).queryKey)
  expect(keptTrailers.queryKey).toEqual(unitRowList('trailer', UNIT_DEFAULTS).queryKey)
})

test('without a network the miles are the last that the device knew, by either name of the unit', async () => {
  const client_id = '019af3b0-0000-7000-8000-000000000001'
  queryClient.setQueryData(keptTrucks.options.queryKey, {
    data: { rows: [aTruck({ id: '1042', client_id, miles_driven: 120_345.678 })], count: 1, next: null },
    asOf: AS_OF,
    source: 'network',
  })
  for (const name of ['1042', client_id]) {
    const known = await queryClient.fetchQuery(unitMiles('truck', name).options)
    expect(known).toEqual({ data: { miles_driven: 120_345.678 }, asOf: AS_OF, source: 'cache', isMade: true })
  }
  await expect(queryClient.fetchQuery({ ...unitMiles('truck', '7').options, retry: false })).rejects.toThrow()
})
