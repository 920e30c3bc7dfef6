import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Area } from '#contract/wire/access.ts'

/** The area and the nouns of a unit kind. */
export interface UnitWords {
  readonly area: Extract<Area, 'trucks' | 'trailers'>
  /** The title: "Truck". */
  readonly title: string
  /** The noun: "truck". */
  readonly noun: string
  /** The plural title: "Trucks". */
  readonly many: string
}

export const UNIT_WORDS: Readonly<Record<UnitKind, UnitWords>> = {
  truck: { area: 'trucks', title: 'Truck', noun: 'truck', many: 'Trucks' },
  trailer: { area: 'trailers', title: 'Trailer', noun: 'trailer', many: 'Trailers' },
}
