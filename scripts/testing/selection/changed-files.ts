import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '#scripts/places.mjs'
import { UsageError } from '../command-line.ts'

/**
 * The files of a change, as paths from the root. A renamed file is in `gone` with its old path and in `changed` with
 * its new.
 */
export interface Change {
  readonly changed: readonly string[]
  readonly gone: readonly string[]
  /** The state that was compared with, for messages. */
  readonly since: string
}

const MAX_BYTES = 64 * 1024 * 1024
const run = promisify(execFile)

const NO_GIT =
  'Finding the changes needs git, which is not installed. `npm test -- drivers outbox` selects tests by words.'
const unknownFailure = ({ message }: Error) => `Git can't tell what changed: ${message.trim()}`

/** The parts of git's `-z` output. When git fails, throws a `UsageError` with the message that `refused` returns. */
async function git(
  parameters: readonly string[],
  folder: string,
  refused = unknownFailure,
): Promise<readonly string[]> {
  const options = { cwd: folder, maxBuffer: MAX_BYTES }
  const { stdout } = await run('git', [...parameters], options).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(cause.code === 'ENOENT' ? NO_GIT : refused(cause))
  })
  return stdout.split('\0').filter((part) => part !== '')
}

const DIFFERENCE = ['-z', '--name-status', '--no-renames', '--relative']

/** Reads `status, path, status, path, …`. */
function changeFrom(lines: readonly string[], untrackedPaths: readonly string[], since: string): Change {
  const pairs = lines.flatMap((status, at) => (at % 2 === 0 ? [{ status, path: lines[at + 1] ?? '' }] : []))
  const existingPaths = pairs.filter(({ status }) => status !== 'D').map(({ path }) => path)
  return {
    changed: [...new Set([...existingPaths, ...untrackedPaths])].toSorted(),
    gone: pairs.filter(({ status, path }) => status === 'D' && !untrackedPaths.includes(path)).map(({ path }) => path),
    since,
  }
}

/**
 * The differences between the working tree, including untracked files, and a revision. Without a revision: the
 * uncommitted changes, or the last commit if there are none.
 * @param revision a git revision, or null
 * @throws {UsageError} for a revision that git does not know, and without git
 */
export async function changedFiles(revision: string | null, folder = root): Promise<Change> {
  if (revision !== null) {
    const refused = () => `Git knows no revision “${revision}”.`
    await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], folder, refused)
  }
  const untracked = await git(['ls-files', '-z', '--others', '--exclude-standard'], folder)
  const differing = await git(['diff', ...DIFFERENCE, revision ?? 'HEAD', '--'], folder)
  if (revision !== null) return changeFrom(differing, untracked, `since ${revision}`)
  if (differing.length + untracked.length > 0) return changeFrom(differing, untracked, 'not committed yet')
  const last = await git(['show', ...DIFFERENCE, '--format=', '--diff-merges=first-parent', 'HEAD', '--'], folder)
  return changeFrom(last, [], 'in the last commit')
}
