import { securityEndpoints } from '#contract/session/security.ts'
import { SECURITY_CSV_NAME } from '#contract/session/security-csv.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { serveDownload } from '#server/http/files/serve-download.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { exportSecurityEvents } from './export-events.ts'
import { listSecurityEvents } from './security-service.ts'

/** The path that the download link is signed for, exactly as the browser requests it. */
function exportPath(filter: BodyOf<typeof securityEndpoints.exportLink>): string {
  const query = new URLSearchParams({ file_format: 'csv' })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, `${value}`)
  return `${securityEndpoints.export.path}?${query}`
}

export const securityRoutes = apiRoutes((app) => {
  const { links } = app.serving
  serve(app, securityEndpoints.list, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listSecurityEvents(sql, query, query)),
  )
  serveDownload(app, securityEndpoints.export, async ({ sql, query }) => {
    const { rows, body } = await exportSecurityEvents(sql, query)
    return {
      name: SECURITY_CSV_NAME,
      type: 'text/csv; charset=utf-8',
      body,
      logDetail: { what: 'security log', rows },
    }
  })
  serve(app, securityEndpoints.exportLink, async ({ session, body, now }) => ({
    url: links.signPath(exportPath(body), session, now),
  }))
})
