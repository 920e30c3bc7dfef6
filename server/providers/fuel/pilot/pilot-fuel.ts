import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'
import type { Patience } from '#server/providers/http-feed/ask-vendor.ts'
import { httpFeed } from '#server/providers/http-feed/http-feed.ts'
import type { FuelFields, VendorAccess } from '#server/providers/http-feed/vendor-call.ts'
import { amountAt, dayAt, numberAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'

const LATE_DAYS = 10

/** What a vendor calls the fuel of a reefer's own tank. */
const OF_REEFERS = /reefer|dyed|^rfr|^042$/i
const DEF = /\bdef\b|exhaust fluid/i

function productOf(text: string): string {
  if (OF_REEFERS.test(text)) return 'reefer'
  if (DEF.test(text)) return 'def'
  return text === '' || /diesel|ulsd|^019$/i.test(text) ? 'diesel' : text.toLowerCase()
}

/** A purchase without a key, a day or an amount is none; gallons that nobody told are none. */
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
    network_driver: numberAt(row, fields.network_driver),
  }
}

/** Fuel from an HTTP service in front of the network. The network itself publishes none: it gives its customers files. */
export function pilotFuel(access: VendorAccess, fields: FuelFields, patience?: Patience): FuelSource {
  return {
    vendor: 'pilot',
    lateDays: LATE_DAYS,
    isMadeUp: false,
    fetch: httpFeed(access, (row) => fuelOf(row, fields), patience),
  }
}
