import { scheduleEndpoints } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { createDay } from './create-day.ts'
import { bulkEditDays, changeDay, listDaysOfDriver, listSchedule, setDaysOf } from './schedule-service.ts'
import { listScheduleDispatchers, listScheduledDrivers } from './schedule-sync-service.ts'

export const scheduleRoutes = apiRoutes((app) => {
  serve(app, scheduleEndpoints.list, async ({ sql, user, query, url, now }) =>
    pageAnswer(url, query, await listSchedule(sql, user, query, now)),
  )
  serve(app, scheduleEndpoints.listForDriver, async ({ sql, params, query, url }) =>
    pageAnswer(url, query, await listDaysOfDriver(sql, params.id, query)),
  )
  serve(app, scheduleEndpoints.dispatchers, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listScheduleDispatchers(sql, query)),
  )
  serve(app, scheduleEndpoints.drivers, async ({ sql, user, query, url, now }) =>
    pageAnswer(url, query, await listScheduledDrivers(sql, user, query, now)),
  )
  serve(app, scheduleChanges.create, async (call) => {
    const { isNew, ...day } = await createDay(changeRequest(call), call.body)
    return Answer.record(day, isNew ? 201 : 200)
  })
  serve(app, scheduleChanges.update, async (call) =>
    Answer.record(await changeDay(changeRequest(call), call.params.id, call.body)),
  )
  serve(
    app,
    scheduleChanges.bulkEdit,
    async (call) => new Answer(await bulkEditDays(changeRequest(call), call.body), { status: 200 }),
  )
  serve(
    app,
    scheduleChanges.setDays,
    async (call) => new Answer(await setDaysOf(changeRequest(call), call.body), { status: 200 }),
  )
})
