import { type ImportPreview, importPreviewEndpoints } from '#contract/expenses/import-preview.ts'
import { importEndpoints } from '#contract/expenses/imports.ts'
import { Answer } from '#server/http/call/answer.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { type Judged, listBatches, undoBatch } from './import-service.ts'
import { judgeUpload, previewUpload, takeUploadIn } from './upload-report.ts'

export const importRoutes = apiRoutes((app) => {
  // Read before the transaction that every call of this method has: it writes nothing, and holds nobody up.
  serve(app, importPreviewEndpoints.preview, async (_, preview: ImportPreview) => preview, {
    before: (call) => previewUpload(call.sql, call, call.body),
  })
  serve(
    app,
    importEndpoints.create,
    async (call, judged: Judged | null) => {
      const { isNew, ...batch } = await takeUploadIn(call.sql, call, call.body, judged)
      return Answer.record(batch, isNew ? 201 : 200)
    },
    { before: (call) => judgeUpload(call.sql, call, call.body) },
  )
  serve(app, importEndpoints.list, async ({ sql, query, url }) => pageAnswer(url, query, await listBatches(sql, query)))
  serve(app, importEndpoints.undo, async ({ sql, params, user, now }) =>
    Answer.record(await undoBatch(sql, params.id, user.id, now)),
  )
})
