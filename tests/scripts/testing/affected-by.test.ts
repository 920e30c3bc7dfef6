import { describe, expect, test } from 'vitest'
import { selectedFor } from '#scripts/testing/selection/affected-by.ts'
import { graphOf } from '#scripts/testing/selection/import-graph.ts'
import type { Imports } from '#scripts/testing/selection/imports-of.ts'

/** A small project: each file with its imports. `type` and `reads` mark files that it does not run. */
const PROJECT: Readonly<Record<string, readonly string[]>> = {
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
  'tests/src/areas/drivers/changes/driver-commands.test.ts': ['src/areas/drivers/changes/driver-commands.ts'],
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
  const present = Object.entries(PROJECT).filter(([path]) => !gone.includes(path))
  const imports = new Map(present.map(([path, taken]) => [path, importsOf(taken)]))
  return selectedFor({ changed, gone, since: 'for this test' }, graphOf(new Set([...imports.keys(), ...gone]), imports))
}

describe('a change in one area', () => {
  test('selects the files that import it, their mirrored tests and the smoke journey, but no tests of other areas through the composition root', () => {
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

  test('selects the tests of another module that calls it', () => {
    const { files, because } = selectedBy(['server/modules/drivers/driver-service.ts'])
    expect(files.server).toContain('tests/server/modules/units/unit-lists.test.ts')
    expect(files.server).not.toContain('tests/server/modules/people/contacts.test.ts')
    expect(because.find(({ what }) => what.includes('unit-lists'))?.how).toContain(
      'server/modules/units/unit-service.ts',
    )
  })

  test('in the app selects no tests of the server', () => {
    const { files, checks } = selectedBy(['src/areas/drivers/list/driver-card.tsx'])
    expect(files.server).toEqual([])
    expect(files.journeys).toContain('e2e/people/drivers.spec.ts')
    expect(checks).not.toContain('types in server')
  })

  test('selects the journeys of another area’s page that shows it', () => {
    const { files, because } = selectedBy(['src/areas/contacts/contacts-card.tsx'])
    expect(files.journeys).toEqual(['e2e/boards/dashboard.spec.ts', 'e2e/people/contacts.spec.ts'])
    expect(because.find(({ what }) => what === 'e2e/boards/dashboard.spec.ts')?.how).toContain(
      'src/boards/dashboard/dashboard-page.tsx',
    )
  })

  test('to a command selects the tests that run over all commands', () => {
    expect(selectedBy(['src/areas/drivers/changes/driver-commands.ts']).files.unit).toEqual(
      expect.arrayContaining([
        'tests/src/areas/drivers/changes/driver-commands.test.ts',
        'tests/src/areas/kept-entries.test.ts',
      ]),
    )
  })

  test('to the contract selects the tests that run over all calls', () => {
    expect(selectedBy(['contract/people/drivers.ts']).files.alone).toContain(
      'tests/contract/all-endpoints.alone.test.ts',
    )
  })

  test('to a file used only for types selects the type checks of its users, and none of their tests', () => {
    const { files, checks } = selectedBy(['contract/people/driver-choices.ts'])
    expect(checks).toEqual(expect.arrayContaining(['types in contract', 'types in src']))
    expect(checks).not.toContain('types in server')
    expect(files.unit).toEqual(['tests/scripts/testing/rows.test.ts'])
  })

  test('selects no journey that reaches it only through the journeys’ support code', () => {
    expect(selectedBy(['contract/people/drivers.ts']).files.journeys).not.toContain('e2e/people/contacts.spec.ts')
  })
})

describe('a change that affects every area', () => {
  test('to machinery or a composition root selects all tests that start the whole server', () => {
    for (const path of ['server/http/call/serve.ts', 'server/start/app.ts', 'tests/support/server/app.ts']) {
      expect(selectedBy([path]).files.server, path).toContain('tests/server/modules/people/contacts.test.ts')
    }
    expect(selectedBy(['server/records/merge.ts']).files.server).toContain('tests/server/process/main.test.ts')
    expect(selectedBy(['server/db/migrations/0001.sql']).files.server).toHaveLength(5)
  })

  test('to support code of the journeys selects each journey that uses it', () => {
    expect(selectedBy(['e2e/support/server/server.ts']).files.journeys).toEqual([
      'e2e/people/contacts.spec.ts',
      'e2e/people/drivers.spec.ts',
    ])
  })

  test('to a script selects each journey whose support code uses it', () => {
    expect(selectedBy(['scripts/find-program.mjs']).files.journeys).toEqual(['e2e/offline/live.spec.ts'])
  })

  test('to the dependencies, or to a file that no row and no import covers, selects everything and says why', () => {
    expect(selectedBy(['package-lock.json'])).toMatchObject({ checks: 'all', files: { server: 'all' } })
    const { about, files } = selectedBy(['README.md', 'unheard.of'])
    expect(about).toMatch(/everything, because unheard\.of changed, and neither a row nor an import/)
    expect(files.journeys).toBe('all')
    expect(selectedBy(['src/new-folder/thing.ts']).about).toContain('src/new-folder/thing.ts')
  })
})

describe('a change that affects little', () => {
  test('to a test file selects that file and no build', () => {
    const { files, needsBuild, checks } = selectedBy(['tests/server/modules/people/contacts.test.ts'])
    expect(files.server).toEqual(['tests/server/modules/people/contacts.test.ts'])
    expect(files.journeys).toEqual([])
    expect(needsBuild).toBe(false)
    expect(checks).toEqual(expect.arrayContaining(['types in tests', 'lint and format']))
  })

  test('to a file that journeys use only for types selects their type check and no journey', () => {
    const { files, checks } = selectedBy(['e2e/support/company/scene.ts'])
    expect(files.journeys).toEqual([])
    expect(checks).toContain('types in e2e')
  })

  test('to a document selects the tests of documents, in any folder', () => {
    for (const path of ['README.md', 'src/areas/drivers/README.md']) {
      const { files, checks } = selectedBy([path])
      expect(Object.values(files).flat()).toEqual(['tests/docs/docs.test.ts'])
      expect(checks).toEqual(['walls in the text'])
    }
  })

  test('to styles selects the journeys of what uses them, and no type check', () => {
    const { files, checks } = selectedBy(['src/areas/drivers/card.module.css'])
    expect(files.journeys).toContain('e2e/people/drivers.spec.ts')
    expect(checks).toEqual(['lint and format'])
  })
})

test('a deleted file selects the files that still import it, and not itself', () => {
  const { files, checks } = selectedBy(
    [],
    ['src/areas/drivers/gone.ts', 'tests/server/modules/people/contacts.test.ts'],
  )
  expect(files.unit).toContain('tests/src/areas/drivers/changes/driver-commands.test.ts')
  expect(files.server).toEqual([])
  expect(checks).toContain('types in src')
})

test('each selected file is listed with the changed file that selected it', () => {
  const { because, files, about } = selectedBy(['README.md', 'src/areas/drivers/list/driver-card.tsx'])
  expect(about).toBe('what 2 changed files affect (for this test)')
  expect(because).toContainEqual({
    what: 'tests/docs/docs.test.ts',
    changed: 'README.md',
    how: 'it belongs to “documents”',
  })
  const selectedFiles = because.map(({ what }) => what)
  for (const path of Object.values(files).flat()) expect(selectedFiles).toContain(path)
})
