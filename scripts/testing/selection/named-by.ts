import { sep } from 'node:path'
import { root } from '#scripts/places.mjs'
import { UsageError } from '../command-line.ts'
import { pathFrom } from '../places.ts'
import { bySuite, type Selection } from './selection.ts'
import { type Suite, suiteOf } from './suites.ts'
import { testTitles } from './test-titles.ts'
import { filesOfTree, textOf } from './tree.ts'

/** A step of the run: a static check, what has to do with the built app, or a suite. */
export interface Step {
  readonly name: string
  readonly of: 'check' | 'build' | Suite
}

/** As a keyboard has it: without regard to capitals, and with straight quotes. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')

function filesOfTests() {
  const paths = filesOfTree().filter((path) => suiteOf(path) !== null)
  return paths.map((path) => ({ path, titles: testTitles(textOf(path)).map(plain) }))
}

const LINE_OF_A_FILE = /(?<=\.\w+)(?::\d+){1,2}$/
/** A word as paths have it: without what a shell puts before the path, and the line that a runner puts behind it. */
const asPath = (word: string) => {
  const path = word.replace(LINE_OF_A_FILE, '').replace(/^\.\/(?=.)/, '')
  return plain(path.startsWith(`${root}${sep}`) ? pathFrom(root, path) : path)
}

/** Whether a word is a file of the project, by its path or its name, or a folder. */
const isOurs = (word: string) =>
  filesOfTree().some(
    (path) => `/${plain(path)}`.endsWith(`/${asPath(word)}`) || plain(path).startsWith(`${asPath(word)}/`),
  )

/** Whether titles have these words, or name a test as the end of a run does: behind the groups that it stands in. */
const areCalled = (titles: readonly string[], words: string): boolean =>
  titles.some(
    (title) =>
      title.includes(words) || (words.startsWith(`${title} `) && areCalled(titles, words.slice(title.length + 1))),
  )

/**
 * What words name: steps by their names, files of tests by their paths and by what their tests are called. Each word
 * adds to the others.
 * @throws {UsageError} for a word that names nothing
 */
export function namedBy(words: readonly string[], steps: readonly Step[]): Selection {
  const files = filesOfTests()
  const found = words.map((word) => ({
    word,
    steps: steps.filter(({ name }) => plain(name).includes(plain(word))),
    paths: files
      .filter(({ path, titles }) => plain(path).includes(asPath(word)) || areCalled(titles, plain(word)))
      .map(({ path }) => path),
  }))
  const nothing = found.filter((one) => one.steps.length + one.paths.length === 0).map(({ word }) => word)
  if (nothing.length > 0) {
    const hint = nothing.some(isOurs) ? ' To run the tests that your changes affect: npm run test:changed' : ''
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
