import { beforeEach, expect, test } from 'vitest'
import { compareDrivers, type Driver, driverEndpoints, driverFits, driverKind } from '#contract/people/drivers.ts'
import { kind } from '#contract/wire/record.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { derivedList } from '#src/offline/reading/derived-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

const AS_OF = 1_750_000_000_000
const drivers = Array.from({ length: 12 }, (_, at) =>
  aDriver({ id: at + 1, current_status: at % 3 === 0 ? 'on_vacation' : 'on_the_road' }),
)
const whole = listQuery({
  key: ['drivers', 'list'],
  endpoint: driverEndpoints.list,
  areas: ['drivers'],
  kind: kind<Driver>(driverKind.name, driverKind.keyOf),
})
const onVacation = {
  fits: driverFits('on_vacation'),
  compare: (a: Driver, b: Driver) => compareDrivers('first_name,last_name')(b, a),
}
const keep = (rows: readonly Driver[], next: string | null) =>
  queryClient.setQueryData(whole.options.queryKey, {
    data: { rows, count: drivers.length, next },
    asOf: AS_OF,
    source: 'network',
  })

beforeEach(() => queryClient.clear())

test('a filter and sort order that were never fetched are derived from the stored complete list, with its age', async () => {
  keep(drivers, null)
  const derived = await derivedList(whole, onVacation)
  expect(derived).toMatchObject({ asOf: AS_OF, source: 'cache', isDerived: true, data: { count: 4, next: null } })
  const expected = drivers.filter(onVacation.fits).toSorted(onVacation.compare)
  expect(derived?.data.rows).toEqual(expected)
  expect(expected).toHaveLength(4)
})

test('a list that is stored in part, or not at all, gives no derived list', async () => {
  expect(await derivedList(whole, onVacation)).toBeNull()
  keep(drivers.slice(0, 5), '/api/drivers/?limit=5&offset=5')
  expect(await derivedList(whole, onVacation)).toBeNull()
})

test('a page of a derived list has the count of all rows and the offset at which the server continues', async () => {
  keep(drivers, null)
  const derived = await derivedList(whole, onVacation, { maxRows: 3 })
  const expected = drivers.filter(onVacation.fits).toSorted(onVacation.compare)
  expect(derived?.data).toEqual({ rows: expected.slice(0, 3), count: 4, next: '?offset=3' })
  expect((await derivedList(whole, onVacation, { maxRows: 4 }))?.data.next).toBeNull()
})

test('a list that is not newer than the data on screen is not derived', async () => {
  keep(drivers, null)
  expect(await derivedList(whole, onVacation, { since: AS_OF })).toBeNull()
  expect(await derivedList(whole, onVacation, { since: AS_OF - 1 })).not.toBeNull()
})
