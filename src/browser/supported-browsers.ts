/**
 * Which browsers Haulyard runs in. Read by the build (vite.config.ts), the first script of the page and the checks of the
 * built files (scripts/build/library-names.ts); a test compares README with it.
 */

/** The oldest versions, and why no older one. `target`: as the build names it. */
export const SUPPORTED = [
  // 16.4 brought media ranges and lookbehind. An iPad that stays on iPadOS 16 has 16.6.
  { name: 'Safari', target: 'safari', version: '16.4' },
  // 121 brought `:has()`, without which a password field shows no focus.
  { name: 'Firefox', target: 'firefox', version: '121' },
  // 111 brought `color-mix()`.
  { name: 'Chrome', target: 'chrome', version: '111' },
  { name: 'Edge', target: 'edge', version: '111' },
] as const

/** What the app can't do without; each is there in all those versions, and one of them is missing in every older one. */
export const ESSENTIAL = {
  css: ['color: color-mix(in srgb, red, red)', 'selector(:has(a))', 'container-type: inline-size'],
  media: '(width >= 0px)',
  pattern: '(?<=a)b',
  names: ['Array.prototype.toSorted', 'AbortSignal.timeout', 'BroadcastChannel'],
} as const

/** What src/browser/fill-ins.ts brings where it is missing. */
export const FILLED_IN = [
  'Promise.withResolvers',
  'Map.groupBy',
  'AbortSignal.any',
  'Element.prototype.checkVisibility',
] as const

export const TOO_OLD = 'This browser is too old for Haulyard.'
export const USE_INSTEAD = `Use ${SUPPORTED.map(({ name, version }) => `${name} ${version}`).join(', ')} or later.`

/** The versions as the build takes them: `safari16.4`. */
export const buildTargets = (): string[] => SUPPORTED.map(({ target, version }) => `${target}${version}`)
