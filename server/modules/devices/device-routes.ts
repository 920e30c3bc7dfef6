import { deviceEndpoints } from '#contract/wire/devices.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { accountFor, deviceSequenceNumbers } from './device-service.ts'

export const deviceRoutes = apiRoutes((app) => {
  serve(
    app,
    deviceEndpoints.find,
    async ({ sql, user, params }) => new Answer(await deviceSequenceNumbers(sql, user.id, params.id), {}),
  )
  serve(
    app,
    deviceEndpoints.account,
    async ({ sql, user, params, body }) => new Answer(await accountFor(sql, user.id, params.id, body.seqs), {}),
  )
})
