import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { ApiRoutes } from '#server/modules/route-parts.ts'
import { routeModules } from '#server/start/route-modules.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const DECLARES = 'server/modules/route-parts.ts'
const declaring = globSync('server/**/*.ts').filter(
  (path) => path !== DECLARES && readFileSync(path, 'utf8').includes('apiRoutes('),
)

describe('routes', () => {
  test.each(routeModules.map(({ path, exports }) => [path, exports] as const))('%s has some', (_path, exports) => {
    expect(Object.values(exports).some((value) => value instanceof ApiRoutes)).toBe(true)
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
