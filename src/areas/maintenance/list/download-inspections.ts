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

/** Where the file is created: on the server, or on this device from the shown rows. */
export type ExportSource = 'server' | 'device'

/**
 * Decides where the file is created: on the server, unless the server can't be reached, the file exceeds the server's
 * limit, or changes are waiting on this device. Waiting changes are part of what the user sees and saves.
 */
export function exportSource(
  rows: readonly Inspection[],
  { isOnline: online, isWaiting }: { readonly isOnline: boolean; readonly isWaiting: (row: Inspection) => boolean },
): ExportSource {
  const isOnServer = rows.length <= MAX_EXPORTED && rows.every((row) => row.id !== NO_ID_YET && !isWaiting(row))
  return online && isOnServer ? 'server' : 'device'
}

const isWaiting = (row: Inspection) => markOf(rowKey(inspectionKind, row)) !== null

/**
 * Saves these inspections as CSV in the passed order. Returns where the file was created. Throws an error with a
 * user-visible text if the server refuses.
 */
export async function downloadInspections(rows: readonly Inspection[]): Promise<ExportSource> {
  const name = inspectionCsvName(rows)
  const onDevice = (): ExportSource => {
    saveFile(name, new Blob([inspectionCsv(rows)], { type: 'text/csv' }))
    return 'device'
  }
  if (exportSource(rows, { isOnline: isOnline(), isWaiting }) === 'device') return onDevice()
  const link = await exportLink(rows.map(({ id }) => id)).catch((error: unknown) => {
    if (isUnreachable(error)) return null
    throw error
  })
  if (link === null) return onDevice()
  saveFrom(link, name)
  return 'server'
}
