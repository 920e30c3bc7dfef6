import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'
import { httpFeed } from '#server/providers/http-feed/http-feed.ts'
import type { FuelFields, VendorAccess } from '#server/providers/http-feed/vendor-call.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'
import { amountAt, dayAt, integerAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'

const LATE_DAYS = 10

/** Vendors' names and codes for fuel in a reefer's own tank. */
const OF_REEFERS = /reefer|dyed|^rfr|^042$/i
const DEF = /\bdef\b|exhaust fluid/i

function productOf(text: string): string {
  if (OF_REEFERS.test(text)) return 'reefer'
  if (DEF.test(text)) return 'def'
  return text === '' || /diesel|ulsd|^019$/i.test(text) ? 'diesel' : text.toLowerCase()
}

/** The purchase in a vendor's row; null without a key, a date or an amount. Missing gallons count as 0. */
function fuelOf(row: unknown, fields: FuelFields): FuelRow | null {
  const key = textAt(row, fields.key)
  const date = dayAt(row, fields.date)
  const amount = amountAt(row, fields.amount)
  if (key === '' || date === null || amount === null) return null
  return {
    key,
    date,
    amount,
    gallons: amountAt(row, fields.gallons) ?? 0,
    site: textAt(row, fields.site),
    product: productOf(textAt(row, fields.product)),
    unit_number: textAt(row, fields.unit_number),
    network_driver: integerAt(row, fields.network_driver),
  }
}

/**
 * Fuel from an HTTP service in front of the Pilot network. The network itself has no public HTTP service; its customers
 * get files.
 */
export function pilotFuel(access: VendorAccess, fields: FuelFields, patience?: Patience): FuelSource {
  return {
    vendor: 'pilot',
    lateDays: LATE_DAYS,
    isSimulated: false,
    fetch: httpFeed(access, (row) => fuelOf(row, fields), patience),
  }
}
