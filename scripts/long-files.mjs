import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** The most lines of code of one file: blank lines and comments are free, so that no limit makes a text worse. */
const MAX_LINES = 250
/** Cases stand beside each other, and a reader needs one at a time. */
const MAX_LINES_OF_TESTS = 400
const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'bench']
const OF_TESTS = /^(?:tests|e2e|bench)\//
const MADE = /\.gen\.ts$|\.d\.ts$/

/** How many lines of a source say something to the machine. */
export function linesOfCode(/** @type {string} */ text) {
  let isComment = false
  return text.split('\n').filter((line) => {
    const words = line.trim()
    if (isComment || words.startsWith('/*')) {
      isComment = !words.includes('*/')
      return false
    }
    return words !== '' && !words.startsWith('//')
  }).length
}

/** Every source below `folder` that is too long to be read at one go, as `path long-file: what it says`. */
export function longFiles(folder = root) {
  const there = FOLDERS.filter((top) => statSync(join(folder, top), { throwIfNoEntry: false })?.isDirectory())
  const sources = there.flatMap((top) =>
    readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' })
      .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|mjs|js)$/.test(path) && !MADE.test(path)),
  )
  return sources.flatMap((path) => {
    const lines = linesOfCode(readFileSync(join(folder, path), 'utf8'))
    const most = OF_TESTS.test(path) ? MAX_LINES_OF_TESTS : MAX_LINES
    return lines > most ? [`${path} long-file: It has ${lines} lines of code, and ${most} at most: split it.`] : []
  })
}
