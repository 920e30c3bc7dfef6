import { expect, test } from 'vitest'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import { unitRowList } from '#src/areas/units/unit-queries.ts'
import { storedTrailers, storedTrucks, unitMiles } from '#src/lookups/unit-miles-queries.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { AS_OF, offlinePageForEachTest, storeList } from '#tests/support/builders/an-offline-page.ts'

offlinePageForEachTest()

test('the lists searched for the last known miles are the lists stored by the unit pages', () => {
  expect(storedTrucks.queryKey).toEqual(unitRowList('truck', UNIT_DEFAULTS).queryKey)
  expect(storedTrailers.queryKey).toEqual(unitRowList('trailer', UNIT_DEFAULTS).queryKey)
})

test('offline, the miles are the last ones known to the device, found by either id of the unit', async () => {
  const client_id = '019af3b0-0000-7000-8000-000000000001'
  storeList(storedTrucks, [aTruck({ id: '1042', client_id, miles_driven: 120_345.678 })])
  for (const name of ['1042', client_id]) {
    const known = await queryClient.fetchQuery(unitMiles('truck', name).options)
    expect(known).toEqual({ data: { miles_driven: 120_345.678 }, asOf: AS_OF, source: 'cache', isDerived: true })
  }
  await expect(queryClient.fetchQuery({ ...unitMiles('truck', '7').options, retry: false })).rejects.toThrow()
})
