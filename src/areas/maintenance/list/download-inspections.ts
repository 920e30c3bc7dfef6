import { inspectionCsv, inspectionCsvName } from '#contract/maintenance/inspection-csv.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { MAX_EXPORTED } from '#contract/maintenance/maintenance.ts'
import { isUnreachable } from '#src/api/api-error.ts'
import { rowKey } from '#src/offline/command.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { markOf } from '#src/offline/outbox/outbox.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { saveFile, saveFrom } from '#src/ui/save-file.ts'
import { exportLink } from '../inspection-link-queries.ts'

/** Where the file is made: by the server, or here of the rows as they are shown. */
export type MadeBy = 'server' | 'device'

/**
 * Who makes the file: the server, unless it can't be reached, makes none so long, or the device knows more than the server
 * does, for changes that wait are a part of what the person sees and saves.
 */
export function madeBy(
  rows: readonly Inspection[],
  { isOnline: online, isWaiting }: { readonly isOnline: boolean; readonly isWaiting: (row: Inspection) => boolean },
): MadeBy {
  const isKnown = rows.length <= MAX_EXPORTED && rows.every((row) => row.id !== NO_ID_YET && !isWaiting(row))
  return online && isKnown ? 'server' : 'device'
}

const isWaiting = (row: Inspection) => markOf(rowKey(inspectionKind, row)) !== null

/** Saves these inspections as CSV, in their order, and answers who made it. Throws, with words for the person, when the server refuses. */
export async function downloadInspections(rows: readonly Inspection[]): Promise<MadeBy> {
  const name = inspectionCsvName(rows)
  const onDevice = (): MadeBy => {
    saveFile(name, new Blob([inspectionCsv(rows)], { type: 'text/csv' }))
    return 'device'
  }
  if (madeBy(rows, { isOnline: isOnline(), isWaiting }) === 'device') return onDevice()
  const link = await exportLink(rows.map(({ id }) => id)).catch((error: unknown) => {
    if (isUnreachable(error)) return null
    throw error
  })
  if (link === null) return onDevice()
  saveFrom(link, name)
  return 'server'
}
