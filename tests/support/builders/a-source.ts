import type { RequestSource } from '#server/base/request-source.ts'

/** Where a request comes from that no test looks at. */
export const aSource = (source: Partial<RequestSource> = {}): RequestSource => ({
  session: null,
  network: '203.0.113.7',
  userAgent: 'A tablet',
  log: { say: () => undefined },
  ...source,
})

/** The same for all that do not look. */
export const SOURCE = aSource()
