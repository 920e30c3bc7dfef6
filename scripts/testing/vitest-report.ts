import { plainWords, type Result, WHOLE_FILE } from './outcome.ts'
import { pathFrom } from './places.ts'

/** The parts of Vitest's JSON report that are used here. */
export interface VitestReport {
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly duration?: number | null
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

const STATUSES: Readonly<Record<string, Result['status']>> = { passed: 'passed', failed: 'failed' }

/**
 * The results of a Vitest run in a project's folder. A file that could not run or failed outside its tests is one
 * failure.
 */
export function vitestResults(report: VitestReport, folder: string): readonly Result[] {
  return (report.testResults ?? []).flatMap((ofFile) => {
    const file = pathFrom(folder, ofFile.name)
    const tests = ofFile.assertionResults.map((one) => ({
      file,
      title: one.fullName.trim(),
      status: STATUSES[one.status] ?? 'skipped',
      seconds: (one.duration ?? 0) / 1000,
      words: plainWords((one.failureMessages ?? []).join('\n')),
      evidence: [],
    }))
    if (ofFile.status !== 'failed' || tests.some(({ status }) => status === 'failed')) return tests
    const words = plainWords(ofFile.message || 'the file could not be run')
    return [...tests, { file, title: WHOLE_FILE, status: 'failed' as const, seconds: 0, words, evidence: [] }]
  })
}
