import type { FeedRange } from '#server/providers/feed-source.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'

/** A toll as a vendor tells it. */
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

/** A purchase of fuel as a vendor tells it. */
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

/** A vendor that remembers what it was asked for. */
export function aVendor<Row>(
  rows: (range: FeedRange) => readonly Row[],
  rest: { lateDays?: number; isSimulated?: boolean } = {},
) {
  const asked: string[] = []
  return {
    asked,
    vendor: 'somebody',
    lateDays: 35,
    isSimulated: false,
    ...rest,
    async *fetch(range: FeedRange) {
      asked.push(`${range.first} ${range.last}`)
      yield { rows: rows(range), skipped: 0 }
    },
  }
}
/** Of these tolls those of the days that are asked for. */
export const onDay =
  (...rows: TollRow[]) =>
  ({ first, last }: FeedRange) =>
    rows.filter(({ date }) => date >= first && date <= last)
