import type { Outcome, Result, Step } from './outcome.ts'

interface EndedTool {
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** A step with a single check: it passes when the tool exits with code 0. */
export function toolStep(name: string, run: () => Promise<EndedTool>): Step {
  const checked = async (): Promise<Outcome> => {
    const { code, output, seconds } = await run()
    const status = code === 0 ? 'passed' : 'failed'
    const result: Result = {
      file: '',
      title: name,
      status,
      seconds,
      words: code === 0 ? '' : output.trim(),
      evidence: [],
    }
    return { results: [result], seconds, output }
  }
  return { name, kind: 'check', run: checked, again: checked }
}
