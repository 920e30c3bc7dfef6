import { driverChanges } from '#contract/people/driver-changes.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { changeDriver } from './change-driver.ts'
import { getDriver, listDriverNames, listDrivers, listTeam, listTeamNames } from './driver-service.ts'

export const driverRoutes = apiRoutes((app) => {
  serve(app, driverEndpoints.list, async ({ sql, query, url, now }) =>
    pageAnswer(url, query, await listDrivers(sql, query, now)),
  )
  serve(app, driverEndpoints.miniList, async ({ sql, user, query, url, now }) =>
    pageAnswer(url, query, await listDriverNames(sql, user, query, now)),
  )
  serve(app, driverEndpoints.listForDispatcher, async ({ sql, user, params, query, url, now }) =>
    pageAnswer(url, query, await listTeam(sql, user, params.id, query, now)),
  )
  serve(app, driverEndpoints.namesForDispatcher, async ({ sql, user, params, query, url, now }) =>
    pageAnswer(url, query, await listTeamNames(sql, user, params.id, query, now)),
  )
  serve(app, driverEndpoints.find, async ({ sql, params, now }) => Answer.record(await getDriver(sql, params.id, now)))
  serve(app, driverChanges.update, async (call) =>
    Answer.record(await changeDriver(changeRequest(call), call, call.params.id, call.body)),
  )
})
