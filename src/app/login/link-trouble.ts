import { problemText } from '#contract/wire/problem.ts'
import { ApiError } from '#src/api/api-error.ts'

/** What the server has against a link; null when the failure is not the link's. */
export function linkTrouble(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  if (typeof error.problem !== 'object' || error.problem === null) return null
  const { token = [], uid = [] } = { ...error.problem } as Readonly<Record<string, unknown>>
  return problemText([token, uid]) || null
}
