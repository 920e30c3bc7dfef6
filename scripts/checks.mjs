import { bestNode } from './places.mjs'
import { runCommand, runTool } from './run-command.mjs'

/** The parts of the house that have a runtime, and so a compiler's view, of their own. */
const RUNTIMES = ['contract', 'sw', 'server', 'src', 'tests', 'e2e']

/** Hints are for editors; what is printed here must be mended. */
const LINT = ['ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off', '.']

const types = (/** @type {string} */ part) => ({
  name: `types in ${part}`,
  run: () => runTool('tsc', ['-p', part, '--pretty', 'false']),
})

/** A checker that read no file has found nothing wrong either: that is a failure here. */
async function importWalls() {
  const parts = ['contract', 'src', 'sw', 'server', 'scripts']
  const result = await runTool('depcruise', [...parts, '--config', '.dependency-cruiser.mjs'])
  const modules = Number(result.output.match(/(\d+) modules/)?.[1] ?? 0)
  return modules > 20 ? result : { ...result, code: 1, output: `${result.output}\nIt read only ${modules} modules.` }
}

/**
 * What `npm run check` and `npm test` look at, cheapest first.
 * @type {readonly { name: string, run: () => Promise<{ code: number, output: string, seconds: number }> }[]}
 */
export const checks = [
  { name: 'walls in the text', run: () => runCommand(bestNode(), ['scripts/text-walls.mjs']) },
  ...RUNTIMES.map(types),
  { name: 'lint and format', run: () => runTool('biome', LINT) },
  { name: 'walls between imports', run: importWalls },
  { name: 'dead code', run: () => runTool('knip', ['--no-progress']) },
]
