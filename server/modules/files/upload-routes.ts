import { uploadEndpoints } from '#contract/files/files.ts'
import { serve } from '#server/http/call/serve.ts'
import { readByteBodies } from '#server/http/form/json-body.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getProgress, takePart } from './upload-service.ts'

/** In a scope of their own: these calls take bytes, all others JSON. */
export const uploadRoutes = apiRoutes((app) => {
  app.register((scope, _options, done) => {
    readByteBodies(scope)
    serve(scope, uploadEndpoints.send, ({ sql, files, user, params, headers, body, now }) =>
      takePart(
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
