import { problemText } from '#contract/wire/problem.ts'
import { ApiError } from '#src/api/api-error.ts'

/** The server's message about an invalid link; null when the failure has another cause. */
export function linkTrouble(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  if (typeof error.problem !== 'object' || error.problem === null) return null
  const { token = [], uid = [] } = { ...error.problem } as Readonly<Record<string, unknown>>
  return problemText([token, uid]) || null
}
