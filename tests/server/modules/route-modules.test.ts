import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { routeModules, routesOf } from '#server/start/route-modules.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const declaring = globSync('server/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  // Lines of a docstring are examples.
  .filter((path) => /^(?! \*).*apiRoutes\(/m.test(readFileSync(path, 'utf8')))

describe('routes', () => {
  test('include every route set that a file exports, and nothing else', () => {
    const [one, other] = [apiRoutes(() => undefined), apiRoutes(() => undefined)]
    expect(routesOf({ path: 'trip-routes.ts', exports: { one, other, most: 7 } })).toEqual([one, other])
  })

  test('must be exported: a file without routes is reported by its path', () => {
    const path = 'server/modules/trips/trip-routes.ts'
    expect(() => routesOf({ path, exports: { register: () => undefined } })).toThrow(`${path} exports no routes`)
  })

  test('are declared only in files that are found', () => {
    expect(declaring.toSorted()).toEqual(routeModules.map(({ path }) => path))
  })

  test('serve every endpoint of the contract', () => {
    // The router stores paths without the trailing slash.
    const unserved = allEndpoints.filter(({ method, path }) => !site.app.hasRoute({ method, url: path.slice(0, -1) }))
    expect(unserved.map(({ name }) => name)).toEqual([])
  })
})
