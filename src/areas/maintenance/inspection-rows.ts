import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { kind } from '#contract/wire/record.ts'

/** The record kind of the contract, typed with the whole inspection row. */
export const inspectionRows = kind<Inspection>(inspectionKind.name, inspectionKind.keyOf, inspectionKind.alsoOf)
