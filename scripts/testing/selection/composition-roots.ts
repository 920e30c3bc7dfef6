/**
 * A file that combines all areas. Its importers depend on everything, so for a change within one area the search for
 * dependents ends here. The root's own tests, which cover every area, are selected instead.
 */
export interface CompositionRoot {
  readonly path: string
  readonly why: string
  /** Globs of the tests that check every area that the root combines. */
  readonly tests: readonly string[]
}

const EVERY_CALL = ['tests/server/http/{every-call,access-table}.test.ts']
const EVERY_COMMAND = 'tests/server/changed-areas/changed-areas.test.ts'

export const COMPOSITION_ROOTS: readonly CompositionRoot[] = [
  {
    path: 'server/start/app.ts',
    why: 'Most server tests start the complete app.',
    tests: [...EVERY_CALL, EVERY_COMMAND],
  },
  { path: 'server/start/main.ts', why: 'It starts all jobs and chooses all vendors.', tests: [] },
  {
    path: 'server/http/all-endpoints.ts',
    why: 'It lists all calls.',
    tests: [
      ...EVERY_CALL,
      'tests/server/http/description.test.ts',
      'tests/contract/{all-endpoints.alone,days,text-fields,wire}.test.ts',
    ],
  },
  {
    path: 'src/app/commands.ts',
    why: 'It lists the commands of all areas.',
    tests: ['tests/src/app/carried-commands.test.ts', 'tests/src/areas/kept-entries.test.ts', EVERY_COMMAND],
  },
  { path: 'src/app/draft-offers.tsx', why: 'It lists the draft editors of all areas.', tests: [] },
  { path: 'src/app/prefetch-queries.ts', why: 'It lists the prefetch queries of all areas.', tests: [] },
  { path: 'src/route-tree.gen.ts', why: 'It lists all pages.', tests: [] },
]
