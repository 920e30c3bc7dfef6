import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** The most lines of code per file. Blank lines and comments don't count, so the limit is no reason to remove them. */
const MAX_LINES = 250
/** Test files may be longer: their cases are independent, and a reader needs one at a time. */
const MAX_LINES_OF_TESTS = 400
const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'bench']
const TEST_FOLDERS = /^(?:tests|e2e|bench)\//
const GENERATED = /\.gen\.ts$|\.d\.ts$/

/** The number of lines that are neither blank nor comments. */
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

/** A message for every source file under `folder` that is too long, as `path long-file: text`. */
export function longFiles(folder = root) {
  const existingFolders = FOLDERS.filter((top) => statSync(join(folder, top), { throwIfNoEntry: false })?.isDirectory())
  const sources = existingFolders.flatMap((top) =>
    readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' })
      .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|mjs|js)$/.test(path) && !GENERATED.test(path)),
  )
  return sources.flatMap((path) => {
    const lines = linesOfCode(readFileSync(join(folder, path), 'utf8'))
    const most = TEST_FOLDERS.test(path) ? MAX_LINES_OF_TESTS : MAX_LINES
    return lines > most ? [`${path} long-file: It has ${lines} lines of code; the limit is ${most}. Split it.`] : []
  })
}
