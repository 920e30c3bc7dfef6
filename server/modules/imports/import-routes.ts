import { type ImportPreview, importPreviewEndpoints } from '#contract/expenses/import-preview.ts'
import { importEndpoints } from '#contract/expenses/imports.ts'
import { Answer } from '#server/http/call/answer.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { type CheckedReport, listBatches, undoBatch } from './import-service.ts'
import { checkUpload, importUpload, previewUpload } from './upload-report.ts'

export const importRoutes = apiRoutes((app) => {
  // The report is read before the transaction that each POST opens: a preview writes nothing and must not block others.
  serve(app, importPreviewEndpoints.preview, async (_, preview: ImportPreview) => preview, {
    before: (call) => previewUpload(call.sql, call, call.body),
  })
  serve(
    app,
    importEndpoints.create,
    async (call, checked: CheckedReport | null) => {
      const { isNew, ...batch } = await importUpload(call.sql, call, call.body, checked)
      return Answer.record(batch, isNew ? 201 : 200)
    },
    { before: (call) => checkUpload(call.sql, call, call.body) },
  )
  serve(app, importEndpoints.list, async ({ sql, query, url }) => pageAnswer(url, query, await listBatches(sql, query)))
  serve(app, importEndpoints.undo, async ({ sql, params, user, now }) =>
    Answer.record(await undoBatch(sql, params.id, user.id, now)),
  )
})
