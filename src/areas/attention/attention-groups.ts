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
import { type UnitName, unitKind } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { retitled } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

export interface AttentionGroup {
  readonly kind: AttentionKind
  readonly title: string
  /** The total number, including records that are not in `items`. */
  readonly count: number
  readonly items: readonly AttentionItem[]
}
export interface AttentionSummary {
  /** The groups that are not empty, the most important first. */
  readonly groups: readonly AttentionGroup[]
  /** The number of records in all groups. */
  readonly total: number
}

const driverRows = kind<AttentionDriver>(driverKind.name, driverKind.keyOf)
const unitRows = kind<AttentionUnit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)

/** Parts of an inspection that these rows lack but its changes read. Empty values keep those changes working. */
const NO_PARTS = { defects: [], checklist: [], attachments: [], comments: [] } as const
const inspectionRows = kind<AttentionInspection & typeof NO_PARTS>(
  inspectionKind.name,
  inspectionKind.keyOf,
  inspectionKind.alsoOf,
)

type Rows = Pick<Attention, 'drivers' | 'units' | 'inspections'>

const keysOfUnit = (row: AttentionUnit | UnitName) => [unitKind.keyOf(row), unitKind.alsoOf?.(row) ?? '']

/**
 * The keys of the units with waiting changes that are not among the server's records: a change can give them a need.
 * Their rows must come from elsewhere.
 */
export function unlistedUnits({ units }: Attention, fold: Fold): ReadonlySet<string> {
  const changed = new Set(fold.keys(unitKind))
  for (const key of units.flatMap(keysOfUnit)) changed.delete(key)
  return changed
}

/** The units with one of these keys, as the groups need them. No report is known to have their defects. */
export const attentionUnits = (keys: ReadonlySet<string>, units: readonly UnitName[]): readonly AttentionUnit[] =>
  units
    .filter((unit) => keysOfUnit(unit).some((key) => keys.has(key)))
    .map(({ driver, ...unit }) => ({ ...unit, holder: driver, major_defect_report: null }))

/** The records with waiting changes applied, without the records that those changes remove. */
function withWaitingChanges({ drivers, units, inspections }: Rows, fold: Fold): Rows {
  const isPresent = <Row>(row: Row | undefined): row is Row => row !== undefined
  return {
    drivers: drivers.map((row) => fold.overlay(driverRows, row)).filter(isPresent),
    units: units.map((row) => fold.overlay(unitRows, row)).filter(isPresent),
    inspections: inspections
      .map((row) => fold.overlay(inspectionRows, { ...row, transport: retitled(row.transport, fold), ...NO_PARTS }))
      .filter(isPresent),
  }
}

const recordsOf = (items: ReturnType<typeof itemsByKind>) =>
  new Set([...items.values()].flat().map(({ of, row }) => `${of}/${row.id}`)).size

/**
 * What needs attention on a company day, with waiting changes applied: a need that a change fulfills disappears
 * immediately, and one that it gives to a unit appears. `unlisted`: see `attentionUnits`; the changes are applied
 * already. New needs of drivers and reports only come with the server's next response.
 */
export function attentionSummary(
  attention: Attention,
  fold: Fold,
  today: IsoDay,
  unlisted: readonly AttentionUnit[] = [],
): AttentionSummary {
  const before = itemsByKind(attention, today)
  const changed = withWaitingChanges(attention, fold)
  const listed = itemsByKind(changed, today)
  const after = itemsByKind({ ...changed, units: [...changed.units, ...unlisted] }, today)
  const lengthOf = (items: ReturnType<typeof itemsByKind>, kind: AttentionKind) => items.get(kind)?.length ?? 0
  // The server counts more than it lists of this kind, perhaps also what is unlisted.
  const isCut = (kind: AttentionKind) => attention.counts[kind] > lengthOf(before, kind)
  const groups = ATTENTION.map(({ value, title }) => {
    const items = after.get(value) ?? []
    const counted = isCut(value) ? lengthOf(listed, value) : items.length
    const count = attention.counts[value] - lengthOf(before, value) + counted
    // The day may have changed since the server counted.
    return { kind: value, title, items, count: Math.max(count, items.length) }
  })
  const isAnyCut = ATTENTION.some(({ value }) => isCut(value))
  const total = attention.total - recordsOf(before) + recordsOf(isAnyCut ? listed : after)
  return { groups: groups.filter(({ count }) => count > 0), total: Math.max(total, recordsOf(after)) }
}
