import { telematicsEndpoints, WEBHOOK_BYTES } from '#contract/boards/telematics.ts'
import { notFound } from '#server/base/problem.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import { readSignedBodies } from '#server/http/form/json-body.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { takeWebhook } from './webhook-service.ts'

/** In a scope of its own: what is signed is read as it came. */
export const webhookRoutes = apiRoutes((app, { webhook }) => {
  app.register((scope, _options, done) => {
    readSignedBodies(scope, WEBHOOK_BYTES)
    serveOpen(scope, telematicsEndpoints.webhook, async ({ body, headers, source, now, log }) => {
      if (webhook === null) throw notFound()
      const signature = headers['x-kt-webhook-signature']
      await takeWebhook({ db: scope.serving.db, webhook, log }, { body, signature, network: source.network, now })
      return { status: 'ok' as const }
    })
    done()
  })
})
