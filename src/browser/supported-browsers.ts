/**
 * The browsers that Haulyard supports. The build (vite.config.ts), the first script of the page and the checks of the
 * built files (scripts/build/library-names.ts) read this list; a test compares README with it.
 */

/** The oldest supported versions, and why older ones are not supported. `target`: the name in the build. */
export const SUPPORTED = [
  // 16.4 brought media ranges and lookbehind. An iPad that stays on iPadOS 16 has 16.6.
  { name: 'Safari', target: 'safari', version: '16.4' },
  // 121 brought `:has()`, without which a password field shows no focus.
  { name: 'Firefox', target: 'firefox', version: '121' },
  // 111 brought `color-mix()`.
  { name: 'Chrome', target: 'chrome', version: '111' },
  { name: 'Edge', target: 'edge', version: '111' },
] as const

/** Essential features. Every supported version has all of them; every older version lacks at least one. */
export const ESSENTIAL = {
  css: ['color: color-mix(in srgb, red, red)', 'selector(:has(a))', 'container-type: inline-size'],
  media: '(width >= 0px)',
  pattern: '(?<=a)b',
  names: ['Array.prototype.toSorted', 'AbortSignal.timeout', 'BroadcastChannel'],
} as const

/** Features that src/browser/fill-ins.ts adds when they are missing. */
export const FILLED_IN = [
  'Promise.withResolvers',
  'Map.groupBy',
  'AbortSignal.any',
  'Element.prototype.checkVisibility',
] as const

export const TOO_OLD = 'This browser is too old for Haulyard.'
export const USE_INSTEAD = `Use ${SUPPORTED.map(({ name, version }) => `${name} ${version}`).join(', ')} or later.`

/** The versions in the build's format: `safari16.4`. */
export const buildTargets = (): string[] => SUPPORTED.map(({ target, version }) => `${target}${version}`)
