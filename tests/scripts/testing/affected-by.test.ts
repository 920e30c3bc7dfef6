import { describe, expect, test } from 'vitest'
import { selectedFor } from '#scripts/testing/selection/affected-by.ts'
import { graphOf } from '#scripts/testing/selection/import-graph.ts'
import type { Imports } from '#scripts/testing/selection/imports-of.ts'

/** A small house: each file with those that it takes in; `type` and `reads` stand before those that it does not run. */
const HOUSE: Readonly<Record<string, readonly string[]>> = {
  'contract/people/drivers.ts': [],
  'contract/people/driver-choices.ts': [],
  'server/records/merge.ts': [],
  'server/http/all-endpoints.ts': ['contract/people/drivers.ts'],
  'server/modules/drivers/driver-service.ts': ['contract/people/drivers.ts'],
  'server/modules/units/unit-service.ts': ['server/modules/drivers/driver-service.ts'],
  'server/http/call/serve.ts': [],
  'server/start/app.ts': [
    'server/http/call/serve.ts',
    'server/records/merge.ts',
    'server/modules/units/unit-service.ts',
    'server/http/all-endpoints.ts',
  ],
  'server/main.ts': ['server/start/app.ts'],
  'server/db/migrations/0001.sql': [],
  'src/areas/drivers/list/driver-card.tsx': [
    'type contract/people/driver-choices.ts',
    'src/areas/drivers/card.module.css',
  ],
  'src/areas/drivers/card.module.css': [],
  'src/areas/contacts/contacts-card.tsx': [],
  'src/boards/dashboard/dashboard-page.tsx': ['src/areas/contacts/contacts-card.tsx'],
  'src/areas/drivers/changes/driver-commands.ts': ['contract/people/drivers.ts', 'src/areas/drivers/gone.ts'],
  'src/app/commands.ts': ['src/areas/drivers/changes/driver-commands.ts'],
  'src/areas/drivers/README.md': [],
  'src/new-folder/thing.ts': [],
  'tests/support/server/app.ts': ['server/start/app.ts'],
  'tests/server/modules/people/drivers.test.ts': ['tests/support/server/app.ts'],
  'tests/server/modules/units/unit-lists.test.ts': ['tests/support/server/app.ts'],
  'tests/server/modules/people/contacts.test.ts': ['tests/support/server/app.ts'],
  'tests/server/http/every-call.test.ts': ['tests/support/server/app.ts'],
  'tests/contract/all-endpoints.alone.test.ts': ['server/http/all-endpoints.ts'],
  'tests/server/process/main.test.ts': ['reads server/main.ts'],
  'tests/src/areas/drivers/driver-commands.test.ts': ['src/areas/drivers/changes/driver-commands.ts'],
  'tests/src/areas/kept-entries.test.ts': ['src/app/commands.ts'],
  'tests/docs/docs.test.ts': [],
  'tests/scripts/testing/rows.test.ts': [],
  'e2e/support/server/server.ts': ['contract/people/drivers.ts', 'reads server/main.ts'],
  'e2e/people/drivers.spec.ts': ['e2e/support/server/server.ts'],
  'e2e/people/contacts.spec.ts': ['e2e/support/server/server.ts'],
  'e2e/boards/dashboard.spec.ts': [],
  'e2e/smoke.spec.ts': [],
  'e2e/support/browser.ts': ['scripts/find-program.mjs'],
  'e2e/offline/live.spec.ts': ['e2e/support/browser.ts'],
  'e2e/support/company/scene.ts': [],
  'e2e/offline/lists.spec.ts': ['type e2e/support/company/scene.ts'],
  'scripts/find-program.mjs': [],
  'package-lock.json': [],
  'unheard.of': [],
}

function importsOf(taken: readonly string[]): Imports {
  const of = (kind: string) => taken.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length))
  return { runs: taken.filter((one) => !one.includes(' ')), types: of('type '), reads: of('reads ') }
}

function selectedBy(changed: readonly string[], gone: readonly string[] = []) {
  const present = Object.entries(HOUSE).filter(([path]) => !gone.includes(path))
  const imports = new Map(present.map(([path, taken]) => [path, importsOf(taken)]))
  return selectedFor({ changed, gone, since: 'for this test' }, graphOf(new Set([...imports.keys(), ...gone]), imports))
}

describe('a change within one area', () => {
  test('selects what imports it, what mirrors it, and its journeys, but nothing of other areas through the root', () => {
    const { files, checks, needsBuild } = selectedBy(['server/modules/units/unit-service.ts'])
    expect(files.server).toEqual([
      'tests/server/http/every-call.test.ts',
      'tests/server/modules/units/unit-lists.test.ts',
    ])
    expect(files.journeys).toEqual(['e2e/smoke.spec.ts'])
    expect(checks).toContain('types in server')
    expect(checks).not.toContain('types in src')
    expect(needsBuild).toBe(true)
  })

  test('selects the tests of another module that asks it', () => {
    const { files, because } = selectedBy(['server/modules/drivers/driver-service.ts'])
    expect(files.server).toContain('tests/server/modules/units/unit-lists.test.ts')
    expect(files.server).not.toContain('tests/server/modules/people/contacts.test.ts')
    expect(because.find(({ what }) => what.includes('unit-lists'))?.how).toContain(
      'server/modules/units/unit-service.ts',
    )
  })

  test('selects no tests of the server when it is one of the app', () => {
    const { files, checks } = selectedBy(['src/areas/drivers/list/driver-card.tsx'])
    expect(files.server).toEqual([])
    expect(files.journeys).toContain('e2e/people/drivers.spec.ts')
    expect(checks).not.toContain('types in server')
  })

  test('selects the journeys of a page of another area that shows it', () => {
    const { files, because } = selectedBy(['src/areas/contacts/contacts-card.tsx'])
    expect(files.journeys).toEqual(['e2e/boards/dashboard.spec.ts', 'e2e/people/contacts.spec.ts'])
    expect(because.find(({ what }) => what === 'e2e/boards/dashboard.spec.ts')?.how).toContain(
      'src/boards/dashboard/dashboard-page.tsx',
    )
  })

  test('selects what goes over all changes of the app for one of them', () => {
    expect(selectedBy(['src/areas/drivers/changes/driver-commands.ts']).files.unit).toEqual(
      expect.arrayContaining([
        'tests/src/areas/drivers/driver-commands.test.ts',
        'tests/src/areas/kept-entries.test.ts',
      ]),
    )
  })

  test('selects what goes over all calls for a file of the contract', () => {
    expect(selectedBy(['contract/people/drivers.ts']).files.alone).toContain(
      'tests/contract/all-endpoints.alone.test.ts',
    )
  })

  test('selects the compiler of a part that takes its types, and no test for them', () => {
    const { files, checks } = selectedBy(['contract/people/driver-choices.ts'])
    expect(checks).toEqual(expect.arrayContaining(['types in contract', 'types in src']))
    expect(checks).not.toContain('types in server')
    expect(files.unit).toEqual(['tests/scripts/testing/rows.test.ts'])
  })

  test('selects no journey for what only the code of the journey imports', () => {
    expect(selectedBy(['contract/people/drivers.ts']).files.journeys).not.toContain('e2e/people/contacts.spec.ts')
  })
})

describe('a change that every area feels', () => {
  test('selects all that start the whole server, for machinery and for the root itself', () => {
    for (const path of ['server/http/call/serve.ts', 'server/start/app.ts', 'tests/support/server/app.ts']) {
      expect(selectedBy([path]).files.server, path).toContain('tests/server/modules/people/contacts.test.ts')
    }
    expect(selectedBy(['server/records/merge.ts']).files.server).toContain('tests/server/process/main.test.ts')
    expect(selectedBy(['server/db/migrations/0001.sql']).files.server).toHaveLength(5)
  })

  test('selects each journey that uses what journeys are made of', () => {
    expect(selectedBy(['e2e/support/server/server.ts']).files.journeys).toEqual([
      'e2e/people/contacts.spec.ts',
      'e2e/people/drivers.spec.ts',
    ])
  })

  test('selects each journey whose code uses a script', () => {
    expect(selectedBy(['scripts/find-program.mjs']).files.journeys).toEqual(['e2e/offline/live.spec.ts'])
  })

  test('selects everything for what all is installed with, and for what nothing tells of, and says why', () => {
    expect(selectedBy(['package-lock.json'])).toMatchObject({ checks: 'all', files: { server: 'all' } })
    const { about, files } = selectedBy(['README.md', 'unheard.of'])
    expect(about).toMatch(/everything, because unheard\.of changed, and neither a row nor an import/)
    expect(files.journeys).toBe('all')
    expect(selectedBy(['src/new-folder/thing.ts']).about).toContain('src/new-folder/thing.ts')
  })
})

describe('a change that little hangs on', () => {
  test('of a file of tests selects that file, and no build', () => {
    const { files, needsBuild, checks } = selectedBy(['tests/server/modules/people/contacts.test.ts'])
    expect(files.server).toEqual(['tests/server/modules/people/contacts.test.ts'])
    expect(files.journeys).toEqual([])
    expect(needsBuild).toBe(false)
    expect(checks).toEqual(expect.arrayContaining(['types in tests', 'lint and format']))
  })

  test('of what journeys take types from selects their compiler, and no journey', () => {
    const { files, checks } = selectedBy(['e2e/support/company/scene.ts'])
    expect(files.journeys).toEqual([])
    expect(checks).toContain('types in e2e')
  })

  test('of what is written for people selects the tests of that, wherever it stands', () => {
    for (const path of ['README.md', 'src/areas/drivers/README.md']) {
      const { files, checks } = selectedBy([path])
      expect(Object.values(files).flat()).toEqual(['tests/docs/docs.test.ts'])
      expect(checks).toEqual(['walls in the text'])
    }
  })

  test('of styles is a change of what shows them, and none of types', () => {
    const { files, checks } = selectedBy(['src/areas/drivers/card.module.css'])
    expect(files.journeys).toContain('e2e/people/drivers.spec.ts')
    expect(checks).toEqual(['lint and format'])
  })
})

test('a file that is gone selects what still imports it, and not itself', () => {
  const { files, checks } = selectedBy(
    [],
    ['src/areas/drivers/gone.ts', 'tests/server/modules/people/contacts.test.ts'],
  )
  expect(files.unit).toContain('tests/src/areas/drivers/driver-commands.test.ts')
  expect(files.server).toEqual([])
  expect(checks).toContain('types in src')
})

test('each that is selected has the changed file that brought it in', () => {
  const { because, files, about } = selectedBy(['README.md', 'src/areas/drivers/list/driver-card.tsx'])
  expect(about).toBe('what 2 changed files affect (for this test)')
  expect(because).toContainEqual({
    what: 'tests/docs/docs.test.ts',
    changed: 'README.md',
    how: 'it belongs to “documents”',
  })
  const told = because.map(({ what }) => what)
  for (const path of Object.values(files).flat()) expect(told).toContain(path)
})
