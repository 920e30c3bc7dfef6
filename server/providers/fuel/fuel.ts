import type { FeedSource } from '#server/providers/feed-source.ts'

/** One purchase at the fuel network. The amount is in US dollars. */
export interface FuelRow {
  /** The vendor's own key, so that the same purchase is never counted twice. */
  readonly key: string
  /** `yyyy-MM-dd` */
  readonly date: string
  readonly gallons: number
  readonly amount: number
  readonly site: string
  /** `diesel`, `reefer`, `def`, or the vendor's own name in lower case. */
  readonly product: string
  /** Number or id of the fueled unit; empty when not reported. */
  readonly unit_number: string
  /** The network's id of the driver whose card paid. */
  readonly network_driver: number | null
}

export type FuelSource = FeedSource<FuelRow>
