import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { Problem } from '#server/base/problem.ts'

/** Refuses unsupported methods on known paths with 405 and `Allow`. Call it after all endpoints are served. */
export function refuseWrongMethods(app: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  const paths = Map.groupBy(endpoints, (endpoint) => endpoint.path)
  for (const [path, pathEndpoints] of paths) {
    const methods: string[] = pathEndpoints.flatMap((endpoint) =>
      endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method],
    )
    const allow = methods.join(', ')
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url: path.slice(app.prefix.length),
      onRequest: async (request) => {
        throw new Problem(405, { detail: `Method "${request.method}" not allowed.` }, { allow })
      },
      handler: async () => undefined,
    })
  }
}
