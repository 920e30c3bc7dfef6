import { undoEmailEndpoints } from '#contract/session/undo-email.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { lookAtUndo, undoEmail } from './undo-email.ts'

export const undoEmailRoutes = apiRoutes((app) => {
  const { db } = app.serving
  serveOpen(app, undoEmailEndpoints.lookAtUndo, async ({ body, ip, now }) =>
    lookAtUndo(db, { token: body.token, ip, now }),
  )
  serveOpen(app, undoEmailEndpoints.undoEmail, async ({ body, ip, device, source, now }) =>
    undoEmail(db, { token: body.token, ip, device: device?.id ?? null, source, now }),
  )
})
