import { afterAll, beforeAll, expect, test } from 'vitest'
import { pilotFuel } from '#server/providers/fuel/pilot/pilot-fuel.ts'
import { fuelFields } from '#server/providers/http-feed/vendor-call.ts'
import { type FakeVendor, fakeVendor, HASTE, pagesOf, responding } from '#tests/support/yard/fake-vendor.ts'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
afterAll(() => vendor.close())

const aPurchase = (transactionId: string, rest: object = {}) => ({
  transactionId,
  transactionDate: '11/20/2026',
  quantity: '118.250',
  amount: '402.17',
  location: 'Joliet IL',
  productCode: 'ULSD',
  unit: '1001',
  driverId: 4402100,
  ...rest,
})
const fetchPage = async (...rows: object[]) => {
  vendor.play(responding({ results: rows }))
  const [page] = await pagesOf(
    pilotFuel({ ...vendor.access, header: 'X-Key', prefix: 'Bearer ' }, fuelFields.parse({}), HASTE),
  )
  return page
}

test('a purchase contains date, site, gallons, amount, product, unit and card', async () => {
  expect(await fetchPage(aPurchase('9'))).toEqual({
    rows: [
      {
        key: '9',
        date: '2026-11-20',
        gallons: 118.25,
        amount: 402.17,
        site: 'Joliet IL',
        product: 'diesel',
        unit_number: '1001',
        network_driver: 4402100,
      },
    ],
    skipped: 0,
  })
  expect(vendor.headers.at(-1)).toMatchObject({ 'x-key': 'Bearer a-key' })
})

test('reefer fuel, DEF and scale fees are told apart from diesel', async () => {
  const page = await fetchPage(
    aPurchase('1', { productCode: 'Reefer Fuel' }),
    aPurchase('2', { productCode: 'DEF Bulk' }),
    aPurchase('3', { productCode: '' }),
    aPurchase('4', { productCode: 'Scale' }),
  )
  expect(page?.rows.map(({ product }) => product)).toEqual(['reefer', 'def', 'diesel', 'scale'])
})

test('an invalid card belongs to no driver, and missing gallons count as 0', async () => {
  const page = await fetchPage(aPurchase('1', { driverId: 'n/a', quantity: null, unit: null }))
  expect(page?.rows[0]).toMatchObject({ network_driver: null, gallons: 0, unit_number: '' })
})
