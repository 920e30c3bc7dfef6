import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { resourceOf } from './docs/openapi.ts'
import { type LoadedModule, loadModules } from './load-modules.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isEndpoint = (value: unknown): value is EndpointShape =>
  isObject(value) && ['name', 'method', 'path', 'access', 'reply'].every((part) => part in value)

/** The endpoints that a file exports, directly or in groups. */
const endpointsOf = ({ exports }: LoadedModule): readonly EndpointShape[] =>
  Object.values(exports)
    .flatMap((value) => (isObject(value) && !isEndpoint(value) ? Object.values(value) : [value]))
    .filter(isEndpoint)

/** The order of the methods of one path. */
const METHODS = { GET: 0, POST: 1, PATCH: 2, DELETE: 3 } satisfies Record<EndpointShape['method'], number>
/** The place of an endpoint in the API description: sorted by resource, then path, then method. */
const sortKeyOf = (endpoint: EndpointShape) => `${resourceOf(endpoint)} ${endpoint.path} ${METHODS[endpoint.method]}`
const bySortKey = (a: EndpointShape, b: EndpointShape) =>
  sortKeyOf(a) < sortKeyOf(b) ? -1 : sortKeyOf(a) > sortKeyOf(b) ? 1 : 0

const methodAndPath = ({ method, path }: EndpointShape) => `${method} ${path}`

/**
 * Sorts endpoints in the order of the API description and removes repeated exports. Throws when two endpoints have the
 * same name: batches and messages identify endpoints by name.
 */
export function sortEndpoints(endpoints: readonly EndpointShape[]): readonly EndpointShape[] {
  const byName = new Map<string, EndpointShape>()
  for (const endpoint of endpoints) {
    const other = byName.get(endpoint.name)
    if (other !== undefined && other !== endpoint)
      throw new Error(`two calls are named ${endpoint.name}: ${methodAndPath(other)} and ${methodAndPath(endpoint)}`)
    byName.set(endpoint.name, endpoint)
  }
  return [...byName.values()].sort(bySortKey)
}

/**
 * Every endpoint of the contract, for the API description and the tests. A contract file adds an endpoint by exporting
 * it.
 */
export const allEndpoints = sortEndpoints((await loadModules('contract/**/*.ts')).flatMap(endpointsOf))
