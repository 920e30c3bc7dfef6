import type { FastifyInstance } from 'fastify'
import { inspectionChanges, inspectionPartEndpoints } from '#contract/maintenance/inspection-changes.ts'
import { inspectionChoiceEndpoints, inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import {
  DEFECT_TYPES,
  REPORT_TYPES,
  SERVICE_FILTERS,
  SERVICE_TYPES,
} from '#contract/maintenance/maintenance-choices.ts'
import { notFound } from '#server/base/problem.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { changeInspection } from './change-inspection.ts'
import { createComment } from './create-comment.ts'
import { createInspection } from './create-inspection.ts'
import {
  countDue,
  getInspection,
  listInspectedDrivers,
  listInspectedUnits,
  listInspections,
} from './inspection-service.ts'
import { removeAttachments } from './remove-attachments.ts'
import { removeInspection } from './remove-inspection.ts'
import { settleDefect } from './settle-defect.ts'

const { list, find } = inspectionEndpoints
const { create, update, remove, settleDefect: settle } = inspectionChanges
const { comment, removeAttachments: removeSeveral, removeAttachment: removeOne } = inspectionPartEndpoints
const choices = inspectionChoiceEndpoints

/** Choices in the wire format: pairs of value and title. */
const pairs = (of: readonly (readonly [string, string])[]) =>
  of.map(([value, title]): [string, string] => [value, title])

function choiceRoutes(app: FastifyInstance): void {
  serve(app, choices.reportTypes, async () => pairs(REPORT_TYPES))
  serve(app, choices.serviceTypes, async () => pairs(SERVICE_TYPES))
  serve(app, choices.serviceFilters, async () => pairs(SERVICE_FILTERS))
  serve(app, choices.defectTypes, async () => pairs(DEFECT_TYPES.map(({ value, title }) => [value, title])))
  serve(app, choices.upcomingCount, async ({ sql }) => ({ count: await countDue(sql) }))
  serve(app, choices.transport, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listInspectedUnits(sql, query)),
  )
  serve(app, choices.drivers, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listInspectedDrivers(sql, query)),
  )
}

export const maintenanceRoutes = apiRoutes((app) => {
  choiceRoutes(app)
  serve(app, list, async ({ sql, query, url, now }) => pageAnswer(url, query, await listInspections(sql, query, now)))
  serve(app, find, async ({ sql, params }) => Answer.record(await getInspection(sql, params.id)))
  serve(app, create, async (call) => {
    const inspection = await createInspection(changeRequest(call), call, call.body)
    return Answer.record(inspection, inspection.isNew ? 201 : 200)
  })
  serve(app, update, async (call) =>
    Answer.record(await changeInspection(changeRequest(call), call, call.params.id, call.body)),
  )
  serve(app, remove, async (call) => {
    await removeInspection(changeRequest(call), call.params.id)
    return undefined
  })
  serve(app, settle, async (call) => Answer.record(await settleDefect(changeRequest(call), call.params.id, call.body)))
  serve(app, comment, async (call) => {
    const { text, isNew } = await createComment(changeRequest(call), call.user, call.body)
    return new Answer(text, { status: isNew ? 201 : 200 })
  })
  serve(app, removeSeveral, async (call) => {
    await removeAttachments(changeRequest(call), call.body.ids)
    return undefined
  })
  serve(app, removeOne, async (call) => {
    if ((await removeAttachments(changeRequest(call), [call.params.id])) === 0) throw notFound()
    return undefined
  })
})
