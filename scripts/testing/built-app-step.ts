import { budgetLines, overBudget } from '../budgets.mjs'
import { tooNewInBuild } from '../build/library-names.ts'
import { build, isBuilt } from '../build.mjs'
import type { Outcome, Result, Step } from './outcome.ts'

function check(title: string, isGood: boolean, words: string, seconds = 0): Result {
  return { file: '', title, status: isGood ? 'passed' : 'failed', seconds, words: isGood ? '' : words, evidence: [] }
}

async function budgets(): Promise<readonly Result[]> {
  const lines = await budgetLines()
  const over = overBudget(lines)
  return lines.map((line) => check(`bytes: ${line.text.trim()}`, !over.includes(line), line.text))
}

function oldBrowsers(): Result {
  const found = tooNewInBuild()
  return check('the oldest supported browsers have all used names', found.length === 0, found.join('\n'))
}

/** Builds the app, unless the last build has the same sources, and checks its byte budgets and its browser support. */
export function builtAppStep(name: string, say: (line: string) => void): Step {
  const run = async (): Promise<Outcome> => {
    const began = performance.now()
    const { code, output } = isBuilt() ? { code: 0, output: '' } : await build()
    const seconds = (performance.now() - began) / 1000
    const results = [
      check('build', code === 0, output.trim(), seconds),
      ...(code === 0 ? [...(await budgets()), oldBrowsers()] : []),
    ]
    for (const { title } of results.slice(1)) say(`       ${title}`)
    return { results, seconds, output }
  }
  return { name, kind: 'check', run, again: run }
}
