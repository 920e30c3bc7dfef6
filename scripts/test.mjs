import './require-node.mjs'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { budgetLines, overBudget } from './budgets.mjs'
import { build } from './build.mjs'
import { checks } from './checks.mjs'
import { findPostgres } from './find-program.mjs'
import { ensureChromium } from './install-chromium.mjs'
import { ensureInstalled } from './installation.mjs'
import { root } from './places.mjs'
import { runTool } from './run-command.mjs'
import { playwrightCounts, readCounts, summary, vitestCounts } from './test-report.mjs'

const reports = join(root, '.cache', 'test-reports')
/** @type {{ name: string, counts: import('./test-report.mjs').Counts, seconds: number, note?: string }[]} */
const steps = []

/** Notes how a step went; a later step runs whatever became of this one, so that everything is told in one run. */
function note(step, output = '') {
  steps.push(step)
  const isGood = step.counts.failed === 0
  if (!isGood && output) console.log(output.trim())
  console.log(
    `${isGood ? 'ok    ' : 'FAILED'} ${step.name} (${step.seconds.toFixed(1)} s)${step.note ? ` ${step.note}` : ''}`,
  )
}

const one = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

/** A suite that Vitest runs; `projects` are those of vitest.config.ts. */
async function vitest(name, projects, env = {}, remark = '') {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const parameters = ['run', ...chosen, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output, seconds } = await runTool('vitest', parameters, { env })
  note({ name, counts: readCounts(report, vitestCounts, code), seconds, note: remark }, output)
}

async function onPostgres() {
  const where = process.env.DATABASE_URL ? 'the one of DATABASE_URL' : findPostgres()
  if (where) return vitest('server on PostgreSQL', ['server'], { TEST_DATABASE: 'postgresql' }, where)
  console.log('       server on PostgreSQL: none found here and no DATABASE_URL given, so this suite is left out')
}

async function builtApp() {
  const began = performance.now()
  const { code, output } = await build()
  note({ name: 'build', counts: one(code === 0), seconds: (performance.now() - began) / 1000 }, output)
  if (code !== 0) return
  const lines = await budgetLines().catch((/** @type {Error} */ error) => error)
  if (lines instanceof Error) return note({ name: 'byte budgets', counts: one(false), seconds: 0, note: lines.message })
  console.log(lines.map((line) => `       ${line.text}`).join('\n'))
  const over = overBudget(lines).length
  note({ name: 'byte budgets', counts: { passed: lines.length - over, failed: over, skipped: 0 }, seconds: 0 })
}

async function browser() {
  const { path, how } = await ensureChromium()
  if (!path) return note({ name: 'in the browser', counts: one(false), seconds: 0, note: how })
  const report = join(reports, 'e2e.json')
  const { code, output, seconds } = await runTool('playwright', ['test', '--reporter=list,json'], {
    env: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  note({ name: 'in the browser', counts: readCounts(report, playwrightCounts, code), seconds, note: how }, output)
}

await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

for (const { name, run } of checks) {
  const { code, output, seconds } = await run()
  note({ name, counts: one(code === 0), seconds }, output)
}
await vitest('units', ['unit'])
await vitest('units, each file alone', ['alone'])
await vitest('planted violations', ['boundaries'])
await vitest('server on the embedded database', ['server'], { TEST_DATABASE: 'embedded' })
await onPostgres()
await builtApp()
await browser()

console.log(`\n${summary(steps)}`)
process.exitCode = steps.some((step) => step.counts.failed > 0) ? 1 : 0
