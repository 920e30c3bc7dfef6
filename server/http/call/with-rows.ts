import type { FastifyRequest } from 'fastify'
import { answerWithRows } from '#contract/wire/change-rows.ts'
import { ROWS_PREFERENCE } from '#contract/wire/prefer-rows.ts'
import type { Outcome } from './answer.ts'
import type { AdmittedUser } from './serving.ts'

/** Whether the client prefers a response with the changed rows. */
function wantsRows({ headers: { prefer } }: FastifyRequest): boolean {
  const preferences = [prefer ?? []].flat().flatMap((one) => one.split(','))
  return preferences.some((one) => one.trim().toLowerCase() === ROWS_PREFERENCE)
}

/**
 * The outcome of changes with the rows that they changed, if the client prefers that. `since`: before the first of the
 * changes. They are committed, so a failure to read the rows is logged: the client then fetches them.
 */
export async function withRows(
  request: FastifyRequest,
  outcome: Outcome,
  admitted: AdmittedUser,
  since: Date,
): Promise<Outcome> {
  if (outcome.status >= 300 || !wantsRows(request)) return outcome
  const { findRowsOfChanges, links, clock, checkReplies } = request.server.serving
  const rows = outcome.replayed
    ? null
    : await findRowsOfChanges(admitted, since).catch((error: unknown) => {
        request.log.error({ err: error }, 'the rows of a change could not be read; the device fetches them')
        return null
      })
  const signed = rows && links.signFiles(rows, admitted.session, clock())
  const text = `{"reply":${outcome.text ?? 'null'},"rows":${signed}}`
  if (checkReplies) answerWithRows.parse(JSON.parse(text))
  return { ...outcome, status: outcome.status === 204 ? 200 : outcome.status, text, hasRows: true }
}
