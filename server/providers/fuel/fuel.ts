import type { FeedSource } from '#server/providers/feed-source.ts'

/** One purchase at the fuel network. The amount is in dollars. */
export interface FuelRow {
  /** The vendor's own, so that the same purchase is never counted twice. */
  readonly key: string
  /** `yyyy-MM-dd` */
  readonly date: string
  readonly gallons: number
  readonly amount: number
  readonly site: string
  /** `diesel`, `reefer`, `def` or as the vendor calls it. */
  readonly product: string
  /** The unit that was fueled, by its number or id; empty when that is not told. */
  readonly unit_number: string
  /** Whose card paid, by the network's id. */
  readonly network_driver: number | null
}

export type FuelSource = FeedSource<FuelRow>
