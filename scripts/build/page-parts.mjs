import { root } from '../places.mjs'

// With `/` on every system, as in the bundler's module ids.
const rootPath = root.replaceAll('\\', '/')

/** The parts that every page loads after it is shown, signed in or not: name of the built file → module. */
export const EVERY_PAGE_PARTS = Object.freeze({
  launch: `${rootPath}/src/app/launch.ts`,
  live: `${rootPath}/src/offline/live/live.ts`,
  toasts: `${rootPath}/src/app/toasts.tsx`,
})

/**
 * The parts that open the outbox. Every signed-in page loads them after it is shown: name of the built file → module.
 */
export const OUTBOX_PARTS = Object.freeze({
  engine: `${rootPath}/src/offline/outbox/engine.ts`,
  'browser-ports': `${rootPath}/src/offline/outbox/browser-ports.ts`,
  commands: `${rootPath}/src/app/commands.ts`,
})

/**
 * The file with which a page gets the user's keys when the device has none, and the modules that load it. Such a page
 * needs it before its data.
 */
export const KEYS = 'keys'
export const KEY_MODULES = Object.freeze([
  `${rootPath}/src/session/device-id.ts`,
  `${rootPath}/src/session/tokens/server-keys.ts`,
])
