import type { RequestSource } from '#server/base/request-source.ts'

/** The source of a request. `source` replaces fields. */
export const aSource = (source: Partial<RequestSource> = {}): RequestSource => ({
  session: null,
  network: '203.0.113.7',
  userAgent: 'A tablet',
  log: { say: () => undefined },
  ...source,
})

/** A source for tests that do not depend on it. */
export const SOURCE = aSource()
