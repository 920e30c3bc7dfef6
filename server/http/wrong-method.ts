import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { Problem } from '#server/base/problem.ts'

/** Answers 405 with `Allow` on the known paths for every method that they don't have. Call it after all `serve`. */
export function refuseWrongMethods(app: FastifyInstance, endpoints: readonly EndpointShape[]): void {
  const paths = Map.groupBy(endpoints, (one) => one.path)
  for (const [path, there] of paths) {
    const methods: string[] = there.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]))
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
