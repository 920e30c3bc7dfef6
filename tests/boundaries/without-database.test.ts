import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { WITHOUT_DATABASE } from '#scripts/testing/server-databases.ts'

const { default: walls }: { default: { readonly options: ICruiseOptions } } = await import(
  pathToFileURL(resolve('.dependency-cruiser.mjs')).href
)

/** The files from which a test gets a database. */
const DATABASES =
  /^(?:tests\/support\/(?:server\/(?:database|server-process)|embedded-snapshot)\.ts|server\/db\/(?:open|embedded\/).*)$/

/** All files that these files and folders import, directly and indirectly. */
async function reachedFrom(places: readonly string[]): Promise<string[]> {
  const { output } = await cruise([...places], walls.options)
  if (typeof output === 'string') throw new Error(output)
  return output.modules.map(({ source }) => source)
}

test('tests that run on only one database reach no code that opens a database', async () => {
  const reached = await reachedFrom(WITHOUT_DATABASE)
  for (const place of WITHOUT_DATABASE) {
    expect(
      reached.filter((source) => source.startsWith(place)),
      place,
    ).not.toEqual([])
  }
  expect(reached.filter((source) => DATABASES.test(source))).toEqual([])
})

test('a test that opens a database is recognized by its imports', async () => {
  const reached = await reachedFrom(['tests/server/modules/schedule/schedule-days.test.ts'])
  expect(reached.filter((source) => DATABASES.test(source))).toContain('tests/support/server/database.ts')
})
