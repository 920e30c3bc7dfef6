import { MAX_WEBHOOK_BYTES, telematicsEndpoints } from '#contract/boards/telematics.ts'
import { notFound } from '#server/base/problem.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import { acceptSignedBodies } from '#server/http/form/json-body.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { handleWebhook } from './webhook-service.ts'

/** The webhook has its own scope, because signed bodies are read as raw bytes. */
export const webhookRoutes = apiRoutes((app, { webhook }) => {
  app.register((scope, _options, done) => {
    acceptSignedBodies(scope, MAX_WEBHOOK_BYTES)
    serveOpen(scope, telematicsEndpoints.webhook, async ({ body, headers, source, now, log }) => {
      if (webhook === null) throw notFound()
      const signature = headers['x-kt-webhook-signature']
      await handleWebhook({ db: scope.serving.db, webhook, log }, { body, signature, network: source.network, now })
      return { status: 'ok' as const }
    })
    done()
  })
})
