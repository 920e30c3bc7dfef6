import type { FastifyInstance } from 'fastify'
import { driverEndpoints } from '#contract/drivers.ts'
import { Answer } from '#server/http/answer.ts'
import { changeRequest } from '#server/http/call.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { serve } from '#server/http/serve.ts'
import { changeDriver, getDriver, listDriverNames, listDrivers } from './driver-service.ts'

export function driverRoutes(app: FastifyInstance): void {
  serve(app, driverEndpoints.list, async ({ sql, query, url }) => pageAnswer(url, query, await listDrivers(sql, query)))
  serve(app, driverEndpoints.miniList, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listDriverNames(sql, query, query)),
  )
  serve(app, driverEndpoints.find, async ({ sql, params }) => Answer.record(await getDriver(sql, params.id)))
  serve(app, driverEndpoints.update, async (call) =>
    Answer.record(await changeDriver(changeRequest(call), call, call.params.id, call.body)),
  )
}
