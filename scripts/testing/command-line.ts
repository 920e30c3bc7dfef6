/** The requested run: `npm test`, `npm run check`, `npm test -- drivers outbox`, `npm run test:changed -- main~3`. */
export interface RunRequest {
  readonly what: 'everything' | 'checks' | 'named' | 'changed'
  /** With `named`: the words that select steps and test files. */
  readonly words: readonly string[]
  /**
   * With `changed`: the revision to compare with. Null: the uncommitted changes, or the last commit if there are none.
   */
  readonly revision: string | null
  /** Whether the times are added to the record in the repository. */
  readonly isRecorded: boolean
}

export const USAGE = `npm test                        runs everything
npm test -- drivers outbox      runs steps and files of tests that have one of these in their name, path or titles
npm test -- --record            runs everything and adds the times to tests/times.json
npm run check                   runs the static checks: types, lint, walls, dead code
npm run test:changed            runs what the uncommitted changes affect, or the last commit
npm run test:changed -- main~3  runs what the changes since that revision affect`

/** A request that can't be carried out. Its message is for the user of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const OPTIONS = ['--changed', '--checks', '--record'] as const

function kindOf(flags: readonly string[], words: readonly string[]): RunRequest['what'] {
  if (flags.includes('--changed')) return 'changed'
  if (flags.includes('--checks')) return 'checks'
  return words.length > 0 ? 'named' : 'everything'
}

/** The message for a contradictory request, or null. */
function contradiction({ what: kind, isRecorded }: RunRequest, words: readonly string[]): string | null {
  if (isRecorded && kind !== 'everything') return 'Only the times of everything are recorded.'
  if (kind === 'changed' && words.length > 1) return `Changes are compared with one revision, not with ${words.length}.`
  return kind === 'checks' && words.length > 0 ? 'The static checks are run all together.' : null
}

/** Reads the words after the command. Throws a `UsageError` for an unknown option or a contradictory request. */
export function requestOf(parameters: readonly string[]): RunRequest {
  const flags = parameters.filter((one) => one.startsWith('-'))
  const words = parameters.filter((one) => !one.startsWith('-'))
  if (words.some((word) => word.trim() === '')) throw new UsageError(`A word is empty.\n\n${USAGE}`)
  const unknown = flags.find((flag) => !OPTIONS.some((known) => known === flag))
  if (unknown !== undefined) throw new UsageError(`There is no option ${unknown}.\n\n${USAGE}`)
  const kind = kindOf(flags, words)
  const request = {
    what: kind,
    words: kind === 'named' ? words : [],
    revision: kind === 'changed' ? (words[0] ?? null) : null,
    isRecorded: flags.includes('--record'),
  }
  const problem = contradiction(request, words)
  if (problem !== null) throw new UsageError(`${problem}\n\n${USAGE}`)
  return request
}
