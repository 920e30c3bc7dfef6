import * as z from 'zod/mini'

const name = z.string().check(z.regex(/^[\w.$-]{1,64}$/))
/** The path of a value inside JSON: names separated by dots; empty for the whole value. */
const place = z.string().check(z.regex(/^([\w$-]{1,64}(\.[\w$-]{1,64}){0,5})?$/))

/** The form of a vendor request. Vendors do not publish it, so the operator configures it. */
export const vendorCall = z.strictObject({
  /** Appended to the base URL. */
  path: z._default(z.string().check(z.regex(/^(\/[\w.~-]+)*\/?$/)), '/transactions'),
  /** Query parameters for the first and the last day, both `yyyy-MM-dd`. */
  from: z._default(name, 'fromDate'),
  to: z._default(name, 'toDate'),
  /** Query parameters for the account, and for which of a toll's two dates the range applies to. */
  account: z._default(name, 'accountNumber'),
  basis: z._default(name, 'dateType'),
  /**
   * Query parameters for the page number (counted from `first_page`) and the rows per page; null when not supported.
   */
  page: z._default(z.nullable(name), 'page'),
  first_page: z._default(z.int().check(z.gte(0), z.lte(1)), 1),
  size: z._default(z.nullable(name), 'pageSize'),
  rows_a_page: z._default(z.int().check(z.gte(1), z.lte(5000)), 500),
  /** Paths in the response: of the rows, and of the next page's URL if the vendor sends one. */
  rows: z._default(place, 'results'),
  next: z._default(z.nullable(place), null),
  /** Other query parameters of every request. */
  query: z._default(z.record(name, z.string().check(z.maxLength(200))), {}),
})
export type VendorCall = z.output<typeof vendorCall>

const places = <const N extends string>(otherwise: Readonly<Record<N, string>>) =>
  z.strictObject(
    Object.fromEntries(Object.entries<string>(otherwise).map(([own, theirs]) => [own, z._default(place, theirs)])) as {
      [Name in N]: z.ZodMiniDefault<z.ZodMiniString>
    },
  )

/**
 * The path of each field in a toll row; empty when the vendor does not send the field. `date` is the day of the
 * passage.
 */
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

/** The path of each field in a fuel row; empty when the vendor does not send the field. */
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

/** A vendor's base URL and the company's key. */
export interface VendorAddress {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** Access to a vendor whose request form the operator configures. */
export interface VendorAccess extends VendorAddress {
  /** The header for the key, and the prefix before the key (`Bearer `). */
  readonly header: string
  readonly prefix: string
  readonly call: VendorCall
}
