import { sep } from 'node:path'
import { root } from '#scripts/places.mjs'
import { UsageError } from '../command-line.ts'
import { pathFrom } from '../places.ts'
import { bySuite, type Selection } from './selection.ts'
import { type Suite, suiteOf } from './suites.ts'
import { testTitles } from './test-titles.ts'
import { filesOfTree, textOf } from './tree.ts'

/** A step of the run: a static check, the build, or a suite. */
export interface Step {
  readonly name: string
  readonly of: 'check' | 'build' | Suite
}

/** Text for comparison: lowercase and with straight quotes, as typed on a keyboard. */
const comparable = (text: string) => text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')

function filesOfTests() {
  const paths = filesOfTree().filter((path) => suiteOf(path) !== null)
  return paths.map((path) => ({ path, titles: testTitles(textOf(path)).map(comparable) }))
}

const LINE_OF_A_FILE = /(?<=\.\w+)(?::\d+){1,2}$/
/** A word as a path from the root: without `./` or the absolute root before it, and without a line number after it. */
const asPath = (word: string) => {
  const path = word.replace(LINE_OF_A_FILE, '').replace(/^\.\/(?=.)/, '')
  return comparable(path.startsWith(`${root}${sep}`) ? pathFrom(root, path) : path)
}

/** Whether a word is the path or name of a file of the project, or a folder. */
const isProjectPath = (word: string) =>
  filesOfTree().some(
    (path) => `/${comparable(path)}`.endsWith(`/${asPath(word)}`) || comparable(path).startsWith(`${asPath(word)}/`),
  )

/**
 * Whether a title contains these words, or the words are a test's full name as in the report: its groups, then its
 * title.
 */
const matchTitle = (titles: readonly string[], words: string): boolean =>
  titles.some(
    (title) =>
      title.includes(words) || (words.startsWith(`${title} `) && matchTitle(titles, words.slice(title.length + 1))),
  )

/**
 * Selects the steps whose name contains one of the words, and the test files whose path or titles contain one.
 * @throws {UsageError} for a word that matches nothing
 */
export function namedBy(words: readonly string[], steps: readonly Step[]): Selection {
  const files = filesOfTests()
  const found = words.map((word) => ({
    word,
    steps: steps.filter(({ name }) => comparable(name).includes(comparable(word))),
    paths: files
      .filter(({ path, titles }) => comparable(path).includes(asPath(word)) || matchTitle(titles, comparable(word)))
      .map(({ path }) => path),
  }))
  const nothing = found.filter((one) => one.steps.length + one.paths.length === 0).map(({ word }) => word)
  if (nothing.length > 0) {
    const hint = nothing.some(isProjectPath) ? ' To run the tests that your changes affect: npm run test:changed' : ''
    const called = nothing.map((word) => `“${word}”`).join(' or ')
    throw new UsageError(`No step, no file of tests and no test is called ${called}.${hint}`)
  }
  const whole = found.flatMap((one) => one.steps)
  const chosen = bySuite(found.flatMap(({ paths }) => paths))
  const isBuilt = whole.some(({ of }) => of === 'build' || of === 'journeys')
  return {
    about: `what ${words.map((word) => `“${word}”`).join(' and ')} ${words.length === 1 ? 'names' : 'name'}`,
    checks: whole.filter(({ of }) => of === 'check').map(({ name }) => name),
    files: chosen,
    wholeSteps: [...new Set(whole.map(({ name }) => name))],
    needsBuild: isBuilt || chosen.journeys.length > 0,
  }
}
