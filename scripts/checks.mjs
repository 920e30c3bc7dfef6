import { bestNode } from './places.mjs'
import { runCommand, runTool } from './run-command.mjs'

/** The folders with their own runtime, and therefore their own tsconfig.json. */
const RUNTIMES = ['contract', 'sw', 'server', 'src', 'tests', 'e2e']

/** Warnings and errors only: each printed line must be fixed. Hints are for editors. */
const LINT = ['ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off', '.']

const types = (/** @type {string} */ part) => ({
  name: `types in ${part}`,
  run: () => runTool('tsc', ['-p', part, '--pretty', 'false']),
})

/** Also fails when the checker read hardly any file, because then it can't find violations. */
async function checkImportRules() {
  const parts = ['contract', 'src', 'sw', 'server', 'scripts']
  const result = await runTool('depcruise', [...parts, '--config', '.dependency-cruiser.mjs'])
  const modules = Number(result.output.match(/(\d+) modules/)?.[1] ?? 0)
  return modules > 20
    ? result
    : { ...result, code: 1, output: `${result.output}\nThe checker read only ${modules} modules.` }
}

/**
 * The static checks of `npm run check` and `npm test`, cheapest first.
 * @type {readonly { name: string, run: () => Promise<{ code: number, output: string, seconds: number }> }[]}
 */
export const checks = [
  { name: 'walls in the text', run: () => runCommand(bestNode(), ['scripts/text-walls.mjs']) },
  ...RUNTIMES.map(types),
  { name: 'lint and format', run: () => runTool('biome', LINT) },
  { name: 'walls between imports', run: checkImportRules },
  { name: 'dead code', run: () => runTool('knip', ['--no-progress']) },
]
