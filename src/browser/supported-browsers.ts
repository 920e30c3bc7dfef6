/** Which browsers Haulyard runs in. Read by the first script of a page and the checks of the built files. */

/** The oldest versions, and why no older one. */
export const SUPPORTED = [
  // 16.4 brought media ranges and lookbehind. An iPad that stays on iPadOS 16 has 16.6.
  { name: 'Safari', target: 'safari', version: '16.4' },
  // 121 brought `:has()`, without which a password field shows no focus.
  { name: 'Firefox', target: 'firefox', version: '121' },
  // 111 brought `color-mix()`.
  { name: 'Chrome', target: 'chrome', version: '111' },
  { name: 'Edge', target: 'edge', version: '111' },
] as const

/** What src/browser/fill-ins.ts brings where it is missing. */
export const FILLED_IN = [
  'Promise.withResolvers',
  'Map.groupBy',
  'AbortSignal.any',
  'Element.prototype.checkVisibility',
] as const
