import * as z from 'zod/mini'

const name = z.string().check(z.regex(/^[\w.$-]{1,64}$/))
/** A value inside of JSON: names with dots between, empty for the whole. */
const place = z.string().check(z.regex(/^([\w$-]{1,64}(\.[\w$-]{1,64}){0,5})?$/))

/** How a vendor is asked, where the vendor does not publish it: the operator says. */
export const vendorCall = z.strictObject({
  /** Behind the base address. */
  path: z._default(z.string().check(z.regex(/^(\/[\w.~-]+)*\/?$/)), '/transactions'),
  /** The names of the query for the first and the last day, both `yyyy-MM-dd`. */
  from: z._default(name, 'fromDate'),
  to: z._default(name, 'toDate'),
  /** The names for the account, and for which of a toll's two dates the days mean. */
  account: z._default(name, 'accountNumber'),
  basis: z._default(name, 'dateType'),
  /** The names for which page, counted from `first_page`, and for how many rows it shall have; null for none. */
  page: z._default(z.nullable(name), 'page'),
  first_page: z._default(z.int().check(z.gte(0), z.lte(1)), 1),
  size: z._default(z.nullable(name), 'pageSize'),
  rows_a_page: z._default(z.int().check(z.gte(1), z.lte(5000)), 500),
  /** Where in the answer the rows stand, and the address of the next page if the vendor gives one. */
  rows: z._default(place, 'results'),
  next: z._default(z.nullable(place), null),
  /** What else is always asked with. */
  query: z._default(z.record(name, z.string().check(z.maxLength(200))), {}),
})
export type VendorCall = z.output<typeof vendorCall>

const places = <const N extends string>(otherwise: Readonly<Record<N, string>>) =>
  z.strictObject(
    Object.fromEntries(Object.entries<string>(otherwise).map(([own, theirs]) => [own, z._default(place, theirs)])) as {
      [Name in N]: z.ZodMiniDefault<z.ZodMiniString>
    },
  )

/** Where in a toll's row what stands; empty for nowhere. `date` is when the truck came by. */
export const tollFields = places({
  key: 'transactionId',
  date: 'exitDate',
  posted_on: 'tollPostDate',
  amount: 'amount',
  agency: 'agency',
  plaza: 'exitPlaza',
  plate: 'licensePlate',
  transponder_id: 'transponderId',
  unit_number: 'unitNumber',
})
export type TollFields = z.output<typeof tollFields>

/** The same of a purchase of fuel. */
export const fuelFields = places({
  key: 'transactionId',
  date: 'transactionDate',
  gallons: 'quantity',
  amount: 'amount',
  site: 'location',
  product: 'productCode',
  unit_number: 'unit',
  network_driver: 'driverId',
})
export type FuelFields = z.output<typeof fuelFields>

/** Where a vendor answers, and the company's own key. */
export interface VendorAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** A vendor that is asked as the operator says. */
export interface VendorAccess extends VendorAddress {
  /** The header that the key goes into, and what stands before it there (`Bearer `). */
  readonly header: string
  readonly prefix: string
  readonly call: VendorCall
}
