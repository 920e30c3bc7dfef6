/**
 * Files and folders of server tests that never open a database, so one run of them is enough. A test in
 * tests/boundaries fails when the imports of one of them lead to a database.
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
  'tests/server/http/recent-log-entries.test.ts',
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
 * Files and folders of server tests that run on only one database: kills, files and syncs of the embedded database, and
 * locks and sessions of PostgreSQL. Tests without a database run with the embedded one. All others run on both.
 */
const ONLY_ON = {
  embedded: ['tests/server/process/', 'tests/server/db/embedded/', ...WITHOUT_DATABASE],
  postgresql: ['tests/server/db/postgresql/'],
} as const
export type ServerDatabase = keyof typeof ONLY_ON

/** Files and folders whose tests don't run on this database. */
function notOn(database: ServerDatabase): readonly string[] {
  return database === 'embedded' ? ONLY_ON.postgresql : ONLY_ON.embedded
}

/** Globs of the test files that don't run on this database. */
export const globsNotOn = (database: ServerDatabase): string[] =>
  notOn(database).map((place) => (place.endsWith('/') ? `${place}**` : place))

/** The server test files that run on this database. */
export function filesOn(database: ServerDatabase, files: 'all' | readonly string[]): 'all' | readonly string[] {
  if (files === 'all') return files
  return files.filter((file) => !notOn(database).some((place) => file.startsWith(place)))
}
