import type { FastifyInstance } from 'fastify'
import { transportEndpoints } from '#contract/units/transport.ts'
import { trailerChanges, truckChanges } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { trailerEndpoints, truckEndpoints } from '#contract/units/units.ts'
import { can, viewOrEdit } from '#contract/wire/access.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { changeUnit } from './change-unit.ts'
import { type CreatedUnit, createUnit } from './create-unit.ts'
import { getDependents, getUnit, listNotReady, listUnitNames, listUnits, pickableKinds } from './list-units.ts'
import { removeUnit } from './remove-unit.ts'
import { listIdentifiers, listTransport, listUniques } from './unit-service.ts'

/** 201 for a new unit, 200 for a unit that the device has sent before. */
const answerOf = (unit: CreatedUnit) => Answer.record(unit, unit.isNew ? 201 : 200)

const TRUCKS = { ...truckEndpoints, ...truckChanges }
const TRAILERS = { ...trailerEndpoints, ...trailerChanges }

/** The routes that trucks and trailers share: all except `create`. */
function kindRoutes(app: FastifyInstance, kind: UnitKind, calls: typeof TRUCKS | typeof TRAILERS): void {
  serve(app, calls.list, async (call) =>
    pageAnswer(call.url, call.query, await listUnits(call.sql, kind, call.query, call)),
  )
  serve(app, calls.miniList, async ({ sql, user, query, url }) =>
    pageAnswer(url, query, await listUnitNames(sql, kind, user, query)),
  )
  serve(app, calls.find, async (call) => Answer.record(await getUnit(call.sql, { kind, ref: call.params.id }, call)))
  serve(
    app,
    calls.dependents,
    async ({ sql, params }) => new Answer(await getDependents(sql, { kind, ref: params.id }), {}),
  )
  serve(app, calls.update, async (call) =>
    Answer.record(await changeUnit(changeRequest(call), call, { kind, ref: call.params.id }, call.body)),
  )
  serve(app, calls.remove, async (call) => {
    await removeUnit(changeRequest(call), call.user, { kind, ref: call.params.id })
    return undefined
  })
}

export const unitRoutes = apiRoutes((app) => {
  kindRoutes(app, 'truck', TRUCKS)
  kindRoutes(app, 'trailer', TRAILERS)
  serve(app, TRUCKS.create, async (call) =>
    answerOf(await createUnit(changeRequest(call), call, { kind: 'truck', body: call.body })),
  )
  serve(app, TRAILERS.create, async (call) =>
    answerOf(await createUnit(changeRequest(call), call, { kind: 'trailer', body: call.body })),
  )
  serve(app, TRUCKS.identifiers, async ({ sql }) => new Answer(await listIdentifiers(sql), {}))
  serve(app, transportEndpoints.miniList, async ({ sql, user, query, url }) =>
    pageAnswer(url, query, await listTransport(sql, pickableKinds(user), query)),
  )
  serve(
    app,
    transportEndpoints.identifiers,
    async ({ sql, user }) => new Answer(await listUniques(sql, can(user, viewOrEdit('trucks'))), {}),
  )
  serve(app, transportEndpoints.notReady, async ({ sql, user, now }) => ({
    results: await listNotReady(sql, user, now),
  }))
})
