import type { FastifyInstance } from 'fastify'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitWeekEndpoints } from '#contract/units/unit-weeks.ts'
import { Answer } from '#server/http/call/answer.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getUnitMiles, getUnitWeeks, listUnitWeeks } from './unit-figure-service.ts'

const OF_KIND = {
  truck: {
    info: unitWeekEndpoints.truckInfo,
    weeks: unitWeekEndpoints.truckWeeks,
    miles: unitWeekEndpoints.truckMiles,
  },
  trailer: {
    info: unitWeekEndpoints.trailerInfo,
    weeks: unitWeekEndpoints.trailerWeeks,
    miles: unitWeekEndpoints.trailerMiles,
  },
} as const

function routesOf(app: FastifyInstance, kind: UnitKind): void {
  const { info, weeks, miles } = OF_KIND[kind]
  serve(
    app,
    info,
    async ({ sql, params, query, now }) =>
      new Answer(await getUnitWeeks(sql, { kind, ref: params.id }, query, now), {}),
  )
  serve(app, weeks, async ({ sql, query, url, now }) =>
    pageAnswer(url, query, await listUnitWeeks(sql, kind, query, now)),
  )
  serve(app, miles, async ({ sql, params }) => getUnitMiles(sql, { kind, ref: params.id }))
}

export const unitFigureRoutes = apiRoutes((app) => {
  routesOf(app, 'truck')
  routesOf(app, 'trailer')
})
