import type { FeedSource } from '#server/providers/feed-source.ts'

/** One toll passage. Dates are `yyyy-MM-dd` in company time. The amount is in US dollars; a credit is negative. */
export interface TollRow {
  /** The vendor's own key, so that the same passage is never counted twice. */
  readonly key: string
  readonly date: string
  readonly posted_on: string | null
  readonly amount: number
  readonly agency: string
  readonly plaza: string
  /** The readings at the plaza; each is empty when missing. */
  readonly plate: string
  readonly transponder_id: string
  readonly unit_number: string
}

export type TollSource = FeedSource<TollRow>
