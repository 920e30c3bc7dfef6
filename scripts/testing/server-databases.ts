/**
 * Files of the server's tests that run on one of its databases alone: kills, files and syncs of the embedded one, locks and
 * sessions of PostgreSQL. All others run on both.
 */
export const ONLY_ON = {
  embedded: ['tests/server/process/', 'tests/server/db/embedded/'],
  postgresql: ['tests/server/db/postgresql/'],
} as const
export type ServerDatabase = keyof typeof ONLY_ON

/** Folders whose tests don't run on a database. */
export function foldersNotOn(database: ServerDatabase): readonly string[] {
  return database === 'embedded' ? ONLY_ON.postgresql : ONLY_ON.embedded
}

/** Of some files of the server's tests, those that run on a database. */
export function filesOn(database: ServerDatabase, files: 'all' | readonly string[]): 'all' | readonly string[] {
  if (files === 'all') return files
  return files.filter((file) => !foldersNotOn(database).some((folder) => file.startsWith(folder)))
}
