import type { FastifyInstance } from 'fastify'
import { type CarriedAnswer, changeEndpoints } from '#contract/changes.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { serve } from '#server/http/serve.ts'
import { type Bearer, sendCarried } from './carried.ts'

/** @param endpoints every call there is: of them the changes can be carried */
export function changeRoutes(app: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  serve(app, changeEndpoints.together, async ({ body, headers, ip, userAgent }) => {
    const bearer: Bearer = { authorization: headers.authorization, ip, userAgent }
    const answers: CarriedAnswer[] = []
    // One after the other: they come in the order in which they were made.
    for (const change of body.changes) answers.push(await sendCarried(app, endpoints, bearer, change))
    return { answers }
  })
}
