import type { Patience } from '#server/providers/http-feed/ask-vendor.ts'
import { httpFeed } from '#server/providers/http-feed/http-feed.ts'
import type { TollFields, VendorAccess } from '#server/providers/http-feed/vendor-call.ts'
import { amountAt, dayAt, textAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'

/** Tolls of plates that nobody could read are posted weeks after. */
const LATE_DAYS = 35

/** A toll without a key, a day or an amount is none. */
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

/** Tolls as BestPass tells them. What it asks and how rows look is the operator's word: the vendor shows it to customers only. */
export function bestpassTolls(access: VendorAccess, fields: TollFields, patience?: Patience): TollSource {
  return {
    vendor: 'bestpass',
    lateDays: LATE_DAYS,
    isMadeUp: false,
    fetch: httpFeed(access, (row) => tollOf(row, fields), patience),
  }
}
