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
  // A line of a docstring is an example.
  .filter((path) => /^(?! \*).*apiRoutes\(/m.test(readFileSync(path, 'utf8')))

describe('routes', () => {
  test('are all that a file exports of them, whatever else it exports', () => {
    const [one, other] = [apiRoutes(() => undefined), apiRoutes(() => undefined)]
    expect(routesOf({ path: 'trip-routes.ts', exports: { one, other, most: 7 } })).toEqual([one, other])
  })

  test('are missed by name in a file that exports none', () => {
    const path = 'server/modules/trips/trip-routes.ts'
    expect(() => routesOf({ path, exports: { register: () => undefined } })).toThrow(`${path} exports no routes`)
  })

  test('stand nowhere but in files that are found', () => {
    expect(declaring.toSorted()).toEqual(routeModules.map(({ path }) => path))
  })

  test('serve every call of the contract', () => {
    // The router knows a path without the slash at its end.
    const unserved = allEndpoints.filter(({ method, path }) => !site.app.hasRoute({ method, url: path.slice(0, -1) }))
    expect(unserved.map(({ name }) => name)).toEqual([])
  })
})
