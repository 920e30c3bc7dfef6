/**
 * Where all areas are put together. Who imports one of these depends on everything, so for a change within one area the
 * way back ends here, and what each root itself promises for every area is looked at instead.
 */
export interface CompositionRoot {
  readonly path: string
  readonly why: string
  /** Globs of the tests that go over all that the root has. */
  readonly tests: readonly string[]
}

const EVERY_CALL = ['tests/server/http/{every-call,access-table}.test.ts']

export const COMPOSITION_ROOTS: readonly CompositionRoot[] = [
  { path: 'server/start/app.ts', why: 'Most tests of the server start the whole of it.', tests: EVERY_CALL },
  { path: 'server/start/main.ts', why: 'It starts every job and chooses every vendor.', tests: [] },
  {
    path: 'server/http/all-endpoints.ts',
    why: 'It finds every call.',
    tests: [
      ...EVERY_CALL,
      'tests/server/http/description.test.ts',
      'tests/contract/{all-endpoints.alone,days,text-fields,wire}.test.ts',
    ],
  },
  {
    path: 'src/app/commands.ts',
    why: 'It finds the changes of every area.',
    tests: ['tests/src/app/carried-commands.test.ts', 'tests/src/areas/kept-entries.test.ts'],
  },
  { path: 'src/app/draft-offers.tsx', why: 'It finds the forms of every area.', tests: [] },
  { path: 'src/app/prefetch-queries.ts', why: 'It finds the lists of every area.', tests: [] },
  { path: 'src/route-tree.gen.ts', why: 'It has every page.', tests: [] },
]
