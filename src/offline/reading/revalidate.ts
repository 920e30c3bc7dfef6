import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type CallOptions, callUnlessSame } from '#src/api/call.ts'
import { buildOfThisPage } from '#src/browser/build-of-this-page.ts'
import type { QueryData, TaggedResponse } from './query-data.ts'

/**
 * Asks the server for what it may have said before (`said`): where it would say the same, it says no more than that, and the
 * answer is those very data, as of now. Throws an `ApiError`, and the signal's reason.
 */
export async function revalidate<const E extends EndpointShape, Data>(
  endpoint: E,
  options: CallOptions<E>,
  { said, dataOf }: { readonly said: TaggedResponse<Data> | null; readonly dataOf: (reply: ReplyOf<E>) => Data },
): Promise<QueryData<Data>> {
  const answer = await callUnlessSame(endpoint, { ...options, ...(said && { etag: said.etag }) })
  const { asOf, source } = answer
  if (answer.status === 304 && said) return { data: said.data, asOf, source, lastResponse: said }
  if (answer.data === null) throw new ApiError('not_ours')
  // A strong one is a record's version: the record also shows names and units, which change without it.
  const etag = answer.etag?.startsWith('W/') ? answer.etag : undefined
  const data = dataOf(answer.data)
  return { data, asOf, source, ...(etag !== undefined && { lastResponse: { data, etag } }) }
}

/**
 * A tag as it is kept with an answer. That is kept as this version of the app reads it, so the tag is of use to this version
 * alone: what this one leaves out of the server's words, another may need.
 */
export const storedTag = (etag: string): string => `${buildOfThisPage()} ${etag}`

/** A tag that was kept, if it is of use. */
export function usableTag(kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined
  const own = storedTag('')
  return kept.startsWith(own) ? kept.slice(own.length) : undefined
}
