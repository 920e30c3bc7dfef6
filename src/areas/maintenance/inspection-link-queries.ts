import { inspectionFileEndpoints } from '#contract/maintenance/maintenance.ts'
import { call } from '#src/api/call.ts'

/** A link to these inspections as CSV, valid for ten minutes. Throws an `ApiError`. */
export async function exportLink(ids: readonly number[]): Promise<string> {
  const { data } = await call(inspectionFileEndpoints.exportLink, { body: { ids: [...ids] } })
  return data.url
}

/** A link to all attachments of an inspection as one zip, valid for ten minutes. Throws an `ApiError`. */
export async function attachmentsLink(ref: number | string): Promise<string> {
  const { data } = await call(inspectionFileEndpoints.attachmentsLink, { params: { id: ref } })
  return data.url
}
