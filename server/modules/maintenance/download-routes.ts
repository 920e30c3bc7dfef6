import { inspectionCsv, inspectionCsvName } from '#contract/maintenance/inspection-csv.ts'
import { inspectionFileEndpoints } from '#contract/maintenance/maintenance.ts'
import { serve } from '#server/http/call/serve.ts'
import { serveDownload } from '#server/http/files/serve-download.ts'
import { createZip } from '#server/modules/files/zip-service.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listAttachedFiles } from './attachment-service.ts'
import { getInspections } from './export-inspections.ts'
import { getInspectionId } from './inspection-service.ts'

const { export: exportEndpoint, exportLink, attachments, attachmentsLink } = inspectionFileEndpoints

/** The paths that are signed. They must match the later request exactly. */
const exportPath = (ids: readonly number[]) => `${exportEndpoint.path}?ids=${ids.join(',')}&file_format=csv`
const zipPath = (id: number) => attachments.path.replace(':id', `${id}`)

/**
 * Downloads: inspections as CSV, and the attachments of an inspection as a zip; each also through a link without a
 * token.
 */
export const downloadRoutes = apiRoutes((app) => {
  const { links } = app.serving
  serveDownload(app, exportEndpoint, async ({ sql, query }) => {
    const rows = await getInspections(sql, query.ids)
    return {
      name: inspectionCsvName(rows),
      type: 'text/csv; charset=utf-8',
      body: inspectionCsv(rows),
      logDetail: { what: 'inspections', rows: rows.length },
    }
  })
  serve(app, exportLink, async ({ sql, session, body, now }) => {
    const ids = [...new Set(body.ids)]
    await getInspections(sql, ids)
    return { url: links.signPath(exportPath(ids), session, now) }
  })
  serveDownload(app, attachments, async ({ sql, files, params }) => {
    const id = await getInspectionId(sql, params.id)
    const attached = await listAttachedFiles(sql, id)
    return {
      name: `${id}-attachments.zip`,
      type: 'application/zip',
      body: createZip(files, attached),
      logDetail: { what: `attachments of inspection ${id}`, files: attached.length },
    }
  })
  serve(app, attachmentsLink, async ({ sql, session, params, now }) => ({
    url: links.signPath(zipPath(await getInspectionId(sql, params.id)), session, now),
  }))
})
