import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { kind } from '#contract/wire/record.ts'

/** Their kind by name, their whole row by type. */
export const inspectionRows = kind<Inspection>(inspectionKind.name, inspectionKind.keyOf, inspectionKind.alsoOf)
