import { root } from './places.mjs'

// As the bundler writes paths, on every system.
const here = root.replaceAll('\\', '/')

/** What every page loads once it stands, signed in or not: the names of the files, and the modules. */
export const EVERYWHERE = Object.freeze({
  launch: `${here}/src/app/launch.ts`,
  live: `${here}/src/offline/live/live.ts`,
  toasts: `${here}/src/app/toasts.tsx`,
})
