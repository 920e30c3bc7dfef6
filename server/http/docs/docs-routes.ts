import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'

const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Calls `make` on first use and remembers its result. */
function once(make: () => string): () => string {
  let result: string | null = null
  return () => {
    result ??= make()
    return result
  }
}

/**
 * Serves the API description for programs (OpenAPI) and for people. It is made once, because the contract can't change
 * at run time, and only on the first request, because it takes as long as setting up all routes at the start.
 */
export function docsRoutes(app: FastifyInstance, endpoints: readonly EndpointShape[], version: string): void {
  const description = once(() => JSON.stringify(openApi(endpoints, version)))
  const page = once(() => docsPage(endpoints))
  const style = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
  const serveText = (url: string, type: string, text: () => string) =>
    app.get(url, async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'public, max-age=300')
      return reply.type(type).send(text())
    })
  serveText('/openapi.json', 'application/json; charset=utf-8', description)
  serveText('/docs', 'text/html; charset=utf-8', page)
  serveText('/docs.css', 'text/css; charset=utf-8', () => style)
}
