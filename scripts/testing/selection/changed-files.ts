import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '#scripts/places.mjs'
import { UsageError } from '../command-line.ts'

/** Files that differ, as paths from the root. A renamed one is gone under one name and here under another. */
export interface Change {
  readonly changed: readonly string[]
  readonly gone: readonly string[]
  /** Against what, in words. */
  readonly since: string
}

const MAX_BYTES = 64 * 1024 * 1024
const run = promisify(execFile)

const NO_GIT = 'What changed is told by git, which is not installed; `npm test -- drivers outbox` runs what words name.'
const unknown = ({ message }: Error) => `Git can't tell what changed: ${message.trim()}`

/** What git says, part by part of its `-z` form; where it refuses, that is told as `refused` has it. */
async function git(parameters: readonly string[], folder: string, refused = unknown): Promise<readonly string[]> {
  const options = { cwd: folder, maxBuffer: MAX_BYTES }
  const { stdout } = await run('git', [...parameters], options).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(cause.code === 'ENOENT' ? NO_GIT : refused(cause))
  })
  return stdout.split('\0').filter((part) => part !== '')
}

const DIFFERENCE = ['-z', '--name-status', '--no-renames', '--relative']

/** Reads `status, path, status, path, …`. */
function toldBy(lines: readonly string[], more: readonly string[], since: string): Change {
  const pairs = lines.flatMap((status, at) => (at % 2 === 0 ? [{ status, path: lines[at + 1] ?? '' }] : []))
  const here = pairs.filter(({ status }) => status !== 'D').map(({ path }) => path)
  return {
    changed: [...new Set([...here, ...more])].toSorted(),
    gone: pairs.filter(({ status, path }) => status === 'D' && !more.includes(path)).map(({ path }) => path),
    since,
  }
}

/**
 * What the tree has that the revision has not, untracked files too. Without a revision, what is not committed; where
 * there is nothing of that, the last commit.
 * @param revision as git names one, or null
 * @throws {UsageError} in words, for a revision that git does not know and where there is no git
 */
export async function changedFiles(revision: string | null, folder = root): Promise<Change> {
  if (revision !== null) {
    const refused = () => `Git knows no revision “${revision}”.`
    await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], folder, refused)
  }
  const untracked = await git(['ls-files', '-z', '--others', '--exclude-standard'], folder)
  const differing = await git(['diff', ...DIFFERENCE, revision ?? 'HEAD', '--'], folder)
  if (revision !== null) return toldBy(differing, untracked, `since ${revision}`)
  if (differing.length + untracked.length > 0) return toldBy(differing, untracked, 'not committed yet')
  const last = await git(['show', ...DIFFERENCE, '--format=', '--diff-merges=first-parent', 'HEAD', '--'], folder)
  return toldBy(last, [], 'in the last commit')
}
