import type { FeedSource } from '#server/providers/feed-source.ts'

/** One passage of a toll road. Dates are `yyyy-MM-dd`, of the company's time; the amount is in dollars, a credit's below zero. */
export interface TollRow {
  /** The vendor's own, so that the same passage is never counted twice. */
  readonly key: string
  readonly date: string
  readonly posted_on: string | null
  readonly amount: number
  readonly agency: string
  readonly plaza: string
  /** What was read on the road, each empty for none. */
  readonly plate: string
  readonly transponder_id: string
  readonly unit_number: string
}

export type TollSource = FeedSource<TollRow>
