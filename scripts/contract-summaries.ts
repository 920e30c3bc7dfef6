import type { Plugin } from 'vite'

/** A line of an endpoint that says in words what it is for. */
const SUMMARY = /^ +summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/gm

/** An endpoint's source without the words that only the server's description of its API shows. */
export const withoutSummaries = (source: string): string => source.replace(SUMMARY, '')

/** Leaves these words out of the app: a person waits for every byte of it before the first screen. */
export function contractSummaries(): Plugin {
  return {
    name: 'contract-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[a-z-]+\.ts$/ },
      handler: (source) => ({ code: withoutSummaries(source), map: null }),
    },
  }
}
