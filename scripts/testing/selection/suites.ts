import { isMeant } from './glob.ts'

/** The suites that tests belong to: the projects of vitest.config.ts, and the journeys of playwright.config.ts. */
export const SUITES = ['unit', 'alone', 'boundaries', 'server', 'journeys'] as const
export type Suite = (typeof SUITES)[number]

/** In this order: a file belongs to the first suite that takes it, as the exceptions in vitest.config.ts have it. */
const TAKEN_BY: readonly (readonly [Suite, string])[] = [
  ['journeys', 'e2e/**/*.spec.ts'],
  ['alone', 'tests/**/*.alone.test.ts'],
  ['boundaries', 'tests/boundaries/**/*.test.ts'],
  ['server', 'tests/server/**/*.test.ts'],
  ['unit', 'tests/**/*.test.{ts,tsx}'],
]

/**
 * The suite that a file's tests run in.
 * @param path from the root
 * @returns null for what is no file of tests
 */
export function suiteOf(path: string): Suite | null {
  return TAKEN_BY.find(([, glob]) => isMeant(path, glob))?.[0] ?? null
}
