import type { Plugin } from 'vite'

const IN_CONTRACT = /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/
const SUMMARY = /\bsummary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)(?=,)/g

/** The text of a file of the contract with the summaries of its calls emptied; its lines stay where they are. */
export function emptySummaries(text: string): string {
  return text.replace(SUMMARY, (summary) => `summary: ''${summary.replace(/[^\n]/g, '')}`)
}

/**
 * Leaves the summaries of calls out of the built app. They are words of the description that the server gives; the app shows
 * none, and every page would load those of its calls first.
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
