import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Area } from '#contract/wire/access.ts'

/** What is said of the units of a kind, and by which calls. */
export interface UnitWords {
  readonly area: Extract<Area, 'trucks' | 'trailers'>
  /** "Truck". */
  readonly title: string
  /** "truck". */
  readonly noun: string
  /** "Trucks". */
  readonly many: string
}

export const UNIT_WORDS: Readonly<Record<UnitKind, UnitWords>> = {
  truck: { area: 'trucks', title: 'Truck', noun: 'truck', many: 'Trucks' },
  trailer: { area: 'trailers', title: 'Trailer', noun: 'trailer', many: 'Trailers' },
}
