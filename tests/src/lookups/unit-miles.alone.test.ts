import { expect, test } from 'vitest'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import { unitRowList } from '#src/areas/units/unit-queries.ts'
import { storedTrailers, storedTrucks, unitMiles } from '#src/lookups/unit-miles-queries.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { AS_OF, keepsRows, pageWithoutNetworkForEach } from '#tests/support/builders/a-page-without-a-network.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'

pageWithoutNetworkForEach()

test('the lists in which the last known miles are looked for are those that the pages of the units keep', () => {
  expect(storedTrucks.queryKey).toEqual(unitRowList('truck', UNIT_DEFAULTS).queryKey)
  expect(storedTrailers.queryKey).toEqual(unitRowList('trailer', UNIT_DEFAULTS).queryKey)
})

test('without a network the miles are the last that the device knew, by either name of the unit', async () => {
  const client_id = '019af3b0-0000-7000-8000-000000000001'
  keepsRows(storedTrucks, [aTruck({ id: '1042', client_id, miles_driven: 120_345.678 })])
  for (const name of ['1042', client_id]) {
    const known = await queryClient.fetchQuery(unitMiles('truck', name).options)
    expect(known).toEqual({ data: { miles_driven: 120_345.678 }, asOf: AS_OF, source: 'cache', isDerived: true })
  }
  await expect(queryClient.fetchQuery({ ...unitMiles('truck', '7').options, retry: false })).rejects.toThrow()
})
