import { globMatches } from './glob.ts'

/** The suites: the projects of vitest.config.ts, and the journeys of playwright.config.ts. */
export const SUITES = ['unit', 'alone', 'boundaries', 'server', 'journeys'] as const
export type Suite = (typeof SUITES)[number]

/** A file belongs to the first suite whose glob matches, as with the `exclude` lists in vitest.config.ts. */
const SUITE_GLOBS: readonly (readonly [Suite, string])[] = [
  ['journeys', 'e2e/**/*.spec.ts'],
  ['alone', 'tests/**/*.alone.test.ts'],
  ['boundaries', 'tests/boundaries/**/*.test.ts'],
  ['server', 'tests/server/**/*.test.ts'],
  ['unit', 'tests/**/*.test.{ts,tsx}'],
]

/**
 * The suite of a test file.
 * @param path from the root
 * @returns null for a file without tests
 */
export function suiteOf(path: string): Suite | null {
  return SUITE_GLOBS.find(([, glob]) => globMatches(path, glob))?.[0] ?? null
}
