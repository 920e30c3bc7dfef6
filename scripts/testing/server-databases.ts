/**
 * Tests of the server that never open a database, by file or by folder: one run of them is enough. A planted test in
 * tests/boundaries refuses one of them from which an import leads to a database.
 */
export const WITHOUT_DATABASE: readonly string[] = [
  'tests/server/providers/',
  'tests/server/records/',
  'tests/server/demo/days/',
  'tests/server/demo/roads/',
  'tests/server/demo/vendors/',
  'tests/server/demo/random.test.ts',
  'tests/server/base/gate.test.ts',
  'tests/server/http/archive.test.ts',
  'tests/server/http/byte-range.test.ts',
  'tests/server/http/event-stream.test.ts',
  'tests/server/http/file-links.test.ts',
  'tests/server/http/static-files.test.ts',
  'tests/server/http/told-lately.test.ts',
  'tests/server/modules/digest-words.test.ts',
  'tests/server/modules/event-feed.test.ts',
  'tests/server/modules/history-tail.test.ts',
  'tests/server/modules/mail-words.test.ts',
  'tests/server/modules/imports/cell-values.test.ts',
  'tests/server/modules/imports/code-index.test.ts',
  'tests/server/modules/imports/csv-parser.test.ts',
  'tests/server/modules/imports/long-cells.test.ts',
  'tests/server/modules/imports/number-index.test.ts',
  'tests/server/demo/company/books.test.ts',
  'tests/server/demo/company/company.test.ts',
  'tests/server/demo/company/duty-plan.test.ts',
  'tests/server/demo/maintenance/maintenance.test.ts',
  'tests/server/demo/company/statistic-weeks.test.ts',
  'tests/server/demo/company/yard.test.ts',
]

/**
 * Files and folders of the server's tests that run on one of its databases alone: kills, files and syncs of the embedded
 * one, locks and sessions of PostgreSQL, and with the embedded one what needs none. All others run on both.
 */
const ONLY_ON = {
  embedded: ['tests/server/process/', 'tests/server/db/embedded/', ...WITHOUT_DATABASE],
  postgresql: ['tests/server/db/postgresql/'],
} as const
export type ServerDatabase = keyof typeof ONLY_ON

/** Files and folders whose tests don't run on a database. */
function notOn(database: ServerDatabase): readonly string[] {
  return database === 'embedded' ? ONLY_ON.postgresql : ONLY_ON.embedded
}

/** The same as globs. */
export const globsNotOn = (database: ServerDatabase): string[] =>
  notOn(database).map((place) => (place.endsWith('/') ? `${place}**` : place))

/** Of some files of the server's tests, those that run on a database. */
export function filesOn(database: ServerDatabase, files: 'all' | readonly string[]): 'all' | readonly string[] {
  if (files === 'all') return files
  return files.filter((file) => !notOn(database).some((place) => file.startsWith(place)))
}
