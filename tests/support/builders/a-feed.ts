import type { FeedRange } from '#server/providers/feed-source.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'

/** A toll as in a vendor's feed. */
export const aToll = (key: string, rest: Partial<TollRow> = {}): TollRow => ({
  key,
  date: '2026-11-20',
  posted_on: null,
  amount: 10,
  agency: 'PTC',
  plaza: '',
  plate: '',
  transponder_id: '',
  unit_number: '',
  ...rest,
})

/** A fuel purchase as in a vendor's feed. */
export const aPurchase = (key: string, rest: Partial<FuelRow>): FuelRow => ({
  key,
  date: '2026-11-20',
  gallons: 100,
  amount: 350,
  site: '',
  product: 'diesel',
  unit_number: '',
  network_driver: null,
  ...rest,
})

/** A vendor that records the requested ranges as `first last`. */
export function aVendor<Row>(
  rows: (range: FeedRange) => readonly Row[],
  rest: { lateDays?: number; isSimulated?: boolean } = {},
) {
  const requestedRanges: string[] = []
  return {
    requestedRanges,
    vendor: 'somebody',
    lateDays: 35,
    isSimulated: false,
    ...rest,
    async *fetch(range: FeedRange) {
      requestedRanges.push(`${range.first} ${range.last}`)
      yield { rows: rows(range), skipped: 0 }
    },
  }
}
/** Returns the tolls of the requested range. */
export const tollsInRange =
  (...rows: TollRow[]) =>
  ({ first, last }: FeedRange) =>
    rows.filter(({ date }) => date >= first && date <= last)
