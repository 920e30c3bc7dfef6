import { afterAll, beforeAll, expect, test } from 'vitest'
import { pilotFuel } from '#server/providers/fuel/pilot/pilot-fuel.ts'
import { fuelFields } from '#server/providers/http-feed/vendor-call.ts'
import { answering, type FakeVendor, fakeVendor, HASTE, pagesOf } from '#tests/support/yard/fake-vendor.ts'

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
const bought = async (...rows: object[]) => {
  vendor.play(answering({ results: rows }))
  const [page] = await pagesOf(
    pilotFuel({ ...vendor.access, header: 'X-Key', prefix: 'Bearer ' }, fuelFields.parse({}), HASTE),
  )
  return page
}

test('a purchase says when, where, how much, for which unit and with whose card', async () => {
  expect(await bought(aPurchase('9'))).toEqual({
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

test('what went into a reefer, and what is no fuel, is told apart', async () => {
  const page = await bought(
    aPurchase('1', { productCode: 'Reefer Fuel' }),
    aPurchase('2', { productCode: 'DEF Bulk' }),
    aPurchase('3', { productCode: '' }),
    aPurchase('4', { productCode: 'Scale' }),
  )
  expect(page?.rows.map(({ product }) => product)).toEqual(['reefer', 'def', 'diesel', 'scale'])
})

test('a card that is none is nobody’s, and gallons that nobody told are none', async () => {
  const page = await bought(aPurchase('1', { driverId: 'n/a', quantity: null, unit: null }))
  expect(page?.rows[0]).toMatchObject({ network_driver: null, gallons: 0, unit_number: '' })
})
