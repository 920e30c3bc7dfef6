import { isBuilt } from '../build.mjs'
import { checks } from '../checks.mjs'
import { findPostgres } from '../find-program.mjs'
import { ensureChromium } from '../install-chromium.mjs'
import { ensureEngines } from '../install-engines.mjs'
import { builtAppStep } from './built-app-step.ts'
import { journeysStep } from './journeys-step.ts'
import { type Outcome, type SkippedStep, type Step, wholeStepFailed } from './outcome.ts'
import type { Stage } from './run-steps.ts'
import { filesOf, type Selection } from './selection/selection.ts'
import type { Suite } from './selection/suites.ts'
import { filesOn, type ServerDatabase } from './server-databases.ts'
import { toolStep } from './tool-step.ts'
import { vitestStep } from './vitest-step.ts'

type Files = 'all' | readonly string[]

const BUILT_APP = 'build and byte budgets'
const JOURNEYS = 'in the browser'
const UNITS = [
  { name: 'units', of: 'unit' },
  { name: 'units, each file alone', of: 'alone' },
  { name: 'planted violations', of: 'boundaries' },
] as const
const SERVER = [
  { name: 'server on the embedded database', of: 'server', on: 'embedded' },
  { name: 'server on PostgreSQL', of: 'server', on: 'postgresql' },
] as const

/** All steps with their suites. The words after `npm test --` can name steps. */
export const STEPS: readonly { readonly name: string; readonly of: 'check' | 'build' | Suite }[] = [
  { name: BUILT_APP, of: 'build' },
  ...checks.map(({ name }) => ({ name, of: 'check' as const })),
  ...UNITS,
  ...SERVER,
  { name: JOURNEYS, of: 'journeys' },
]

const NO_POSTGRES_REASON =
  'no PostgreSQL was found and no DATABASE_URL was given; install PostgreSQL 15 or later, or name a server in DATABASE_URL'

/** A step that can't run and therefore fails. */
function brokenStep(name: string, why: string): Step {
  const failed = async (): Promise<Outcome> => ({ results: [wholeStepFailed(why)], seconds: 0, output: why })
  return { name, kind: 'journey', run: failed, again: failed }
}

async function browserStep(files: Files): Promise<Step> {
  const { path, how } = await ensureChromium()
  if (!path) return brokenStep(JOURNEYS, how)
  if (files === 'all' || files.some((file) => file.startsWith('e2e/engines/'))) await ensureEngines()
  const step = journeysStep({ name: JOURNEYS, files, remark: how })
  const onBuilt = () => (isBuilt() ? step : brokenStep(JOURNEYS, 'The app could not be built.'))
  return { ...step, run: () => onBuilt().run(), again: (failed) => onBuilt().again(failed) }
}

/**
 * The step for the server tests on one database, or the reason why it is skipped; null when none of its tests is
 * selected.
 */
function serverStep(name: string, on: ServerDatabase, chosen: Files): Step | SkippedStep | null {
  const files = filesOn(on, chosen)
  if (files.length === 0) return null
  const suite = { name, projects: ['server'], files, env: { TEST_DATABASE: on } }
  if (on === 'embedded') return vitestStep(suite)
  const where = process.env.DATABASE_URL ? 'the one of DATABASE_URL' : findPostgres()
  return where === null ? { name, reason: NO_POSTGRES_REASON } : vitestStep({ ...suite, remark: where })
}

export interface Plan {
  readonly stages: readonly Stage[]
  readonly skippedSteps: readonly SkippedStep[]
}

/**
 * The stages for a selection: first the build and the static checks in parallel, then one suite at a time, because each
 * suite uses all cores on its own.
 */
export async function planFor(selection: Selection, say: (line: string) => void): Promise<Plan> {
  const chosenChecks = checks.filter(({ name }) => selection.checks === 'all' || selection.checks.includes(name))
  const units = UNITS.flatMap(({ name, of }) => {
    const files = filesOf(selection, { name, of })
    return files.length === 0 ? [] : [vitestStep({ name, projects: [of], files })]
  })
  const server = SERVER.flatMap((step) => serverStep(step.name, step.on, filesOf(selection, step)) ?? [])
  const journeys = filesOf(selection, { name: JOURNEYS, of: 'journeys' })
  const browser = journeys.length === 0 ? [] : [await browserStep(journeys)]
  // The build takes longest, so it starts first.
  const first = [
    ...(selection.needsBuild ? [builtAppStep(BUILT_APP, say)] : []),
    ...chosenChecks.map(({ name, run }) => toolStep(name, run)),
  ]
  const suites = [...units, ...server.filter((one) => 'run' in one), ...browser]
  return { stages: [first, ...suites.map((step) => [step])], skippedSteps: server.filter((one) => 'reason' in one) }
}
