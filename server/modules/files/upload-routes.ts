import { uploadEndpoints } from '#contract/files/files.ts'
import { serve } from '#server/http/call/serve.ts'
import { acceptByteBodies } from '#server/http/form/json-body.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getProgress, receivePart } from './upload-service.ts'

/** The upload call has its own scope, because it accepts bytes; all other calls accept JSON. */
export const uploadRoutes = apiRoutes((app) => {
  app.register((scope, _options, done) => {
    acceptByteBodies(scope)
    serve(scope, uploadEndpoints.send, ({ sql, files, user, params, headers, body, now }) =>
      receivePart(
        sql,
        files,
        { user: user.id, id: params.id },
        { offset: headers['upload-offset'], length: headers['upload-length'], bytes: body, now },
      ),
    )
    done()
  })
  serve(app, uploadEndpoints.find, ({ sql, files, user, params }) =>
    getProgress(sql, files, { user: user.id, id: params.id }),
  )
})
