import { root } from '../places.mjs'

// As the bundler writes paths, on every system.
const here = root.replaceAll('\\', '/')

/** What every page loads once it stands, signed in or not: the names of the files, and the modules. */
export const EVERYWHERE = Object.freeze({
  launch: `${here}/src/app/launch.ts`,
  live: `${here}/src/offline/live/live.ts`,
  toasts: `${here}/src/app/toasts.tsx`,
})

/** What the outbox is opened with, which every signed-in page does once it stands: likewise. */
export const OUTBOX = Object.freeze({
  engine: `${here}/src/offline/outbox/engine.ts`,
  'browser-ports': `${here}/src/offline/outbox/browser-ports.ts`,
  commands: `${here}/src/app/commands.ts`,
})
