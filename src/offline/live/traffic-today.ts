import * as z from 'zod/mini'
import { type Traffic, takeTraffic } from '#src/api/traffic.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** Belongs to the device, with all its users: contains numbers only. */
const KEY = 'haulyard-traffic'

const stored = z.object({
  /** The company's day. */
  day: z.string(),
  causes: z.record(z.string(), z.object({ requests: z.int(), bytes: z.int() })),
})

function storedToday(day: string): Readonly<Record<string, Traffic>> {
  const text = readItem('local', KEY)
  try {
    const { data } = stored.safeParse(JSON.parse(text ?? ''))
    return data?.day === day ? data.causes : {}
  } catch {
    return {} // Not written by this app.
  }
}

/** Adds what this tab has received to the day's sums. Returns the sums, by cause. */
export function trafficToday(): Readonly<Record<string, Traffic>> {
  const day = chicagoDay(companyNow())
  const causes: Record<string, Traffic> = { ...storedToday(day) }
  for (const [cause, { requests, bytes }] of takeTraffic()) {
    const before = causes[cause] ?? { requests: 0, bytes: 0 }
    causes[cause] = { requests: before.requests + requests, bytes: before.bytes + bytes }
  }
  writeItem('local', KEY, JSON.stringify({ day, causes }))
  return causes
}

/** Milliseconds between two writes. */
const WRITE_EVERY_MS = 60_000

/** Adds this tab's traffic to the day's sums from time to time, and when the tab is left. */
export function keepTraffic(): void {
  setInterval(trafficToday, WRITE_EVERY_MS)
  addEventListener('pagehide', trafficToday)
}
