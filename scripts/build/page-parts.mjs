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
