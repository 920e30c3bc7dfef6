import type { Plugin } from 'vite'

const IN_CONTRACT = /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/
const SUMMARY = /\bsummary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)(?=,)/g

/** Empties the summaries of the calls in a contract file. Line breaks stay, so that line numbers don't change. */
export function emptySummaries(text: string): string {
  return text.replace(SUMMARY, (summary) => `summary: ''${summary.replace(/[^\n]/g, '')}`)
}

/**
 * Removes the summaries of calls from the built app. Only the server's API description uses them; in the app they would
 * make every page larger.
 */
export function withoutSummaries(): Plugin {
  return {
    name: 'haulyard-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return IN_CONTRACT.test(id) ? { code: emptySummaries(code), map: null } : null
    },
  }
}
