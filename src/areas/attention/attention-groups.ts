import {
  ATTENTION,
  type Attention,
  type AttentionDriver,
  type AttentionInspection,
  type AttentionItem,
  type AttentionKind,
  type AttentionUnit,
  itemsByKind,
} from '#contract/maintenance/attention.ts'
import { inspectionKind } from '#contract/maintenance/inspections.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { retitled } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

export interface AttentionGroup {
  readonly kind: AttentionKind
  readonly title: string
  /** How many there are, those included that are not among the items. */
  readonly count: number
  readonly items: readonly AttentionItem[]
}
export interface Attended {
  /** Those that have any, what weighs most first. */
  readonly groups: readonly AttentionGroup[]
  /** How many records that is. */
  readonly total: number
}

const driverRows = kind<AttentionDriver>(driverKind.name, driverKind.keyOf)
const unitRows = kind<AttentionUnit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** What changes of an inspection reach into and is not told here; empty, so that they find what they look for. */
const NO_PARTS = { defects: [], checklist: [], attachments: [], comments: [] } as const
const inspectionRows = kind<AttentionInspection & typeof NO_PARTS>(
  inspectionKind.name,
  inspectionKind.keyOf,
  inspectionKind.alsoOf,
)

type Rows = Pick<Attention, 'drivers' | 'units' | 'inspections'>

/** The records as they will be once what waits is sent; without those that it takes away. */
function laidOver({ drivers, units, inspections }: Rows, fold: Fold): Rows {
  const there = <Row>(row: Row | undefined): row is Row => row !== undefined
  return {
    drivers: drivers.map((row) => fold.over(driverRows, row)).filter(there),
    units: units.map((row) => fold.over(unitRows, row)).filter(there),
    inspections: inspections
      .map((row) => fold.over(inspectionRows, { ...row, transport: retitled(row.transport, fold), ...NO_PARTS }))
      .filter(there),
  }
}

const recordsOf = (items: ReturnType<typeof itemsByKind>) =>
  new Set([...items.values()].flat().map(({ of, row }) => `${of}/${row.id}`)).size

/**
 * What needs attention on a company's day, with what waits laid over it: what it settles is gone at once. What it brings about
 * comes with the server's next answer, for nobody here knows all records.
 */
export function attended(attention: Attention, fold: Fold, today: IsoDay): Attended {
  const before = itemsByKind(attention, today)
  const after = itemsByKind(laidOver(attention, fold), today)
  const groups = ATTENTION.map(({ value, title }) => {
    const items = after.get(value) ?? []
    const count = attention.counts[value] - (before.get(value)?.length ?? 0) + items.length
    // The day may have moved on since the server has counted.
    return { kind: value, title, items, count: Math.max(count, items.length) }
  })
  const total = attention.total - recordsOf(before) + recordsOf(after)
  return { groups: groups.filter(({ count }) => count > 0), total: Math.max(total, recordsOf(after)) }
}
