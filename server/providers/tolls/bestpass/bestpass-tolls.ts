import { httpFeed } from '#server/providers/http-feed/http-feed.ts'
import type { TollFields, VendorAccess } from '#server/providers/http-feed/vendor-call.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'
import { amountAt, dayAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'

/** Tolls with unreadable plates are posted weeks later. */
const LATE_DAYS = 35

/** The toll in a vendor's row; null without a key, a date or an amount. */
function tollOf(row: unknown, fields: TollFields): TollRow | null {
  const key = textAt(row, fields.key)
  const date = dayAt(row, fields.date)
  const amount = amountAt(row, fields.amount)
  if (key === '' || date === null || amount === null) return null
  return {
    key,
    date,
    amount,
    posted_on: dayAt(row, fields.posted_on),
    agency: textAt(row, fields.agency),
    plaza: textAt(row, fields.plaza),
    plate: textAt(row, fields.plate),
    transponder_id: textAt(row, fields.transponder_id),
    unit_number: textAt(row, fields.unit_number),
  }
}

/**
 * Tolls from Bestpass. The operator configures the request and the row format, which the vendor shows only to
 * customers.
 */
export function bestpassTolls(access: VendorAccess, fields: TollFields, patience?: Patience): TollSource {
  return {
    vendor: 'bestpass',
    lateDays: LATE_DAYS,
    isSimulated: false,
    fetch: httpFeed(access, (row) => tollOf(row, fields), patience),
  }
}
