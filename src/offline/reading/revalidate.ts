import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type CallOptions, callUnlessSame } from '#src/api/call.ts'
import { buildOfThisPage } from '#src/browser/build-of-this-page.ts'
import type { QueryData, TaggedResponse } from './query-data.ts'

/**
 * Fetches an endpoint with the tag of its last response. When nothing has changed, the server responds with 304 only,
 * and the result is the last response's data with the time of now. Throws an `ApiError`, and the signal's reason.
 */
export async function revalidate<const E extends EndpointShape, Data>(
  endpoint: E,
  options: CallOptions<E>,
  {
    lastResponse,
    dataOf,
  }: { readonly lastResponse: TaggedResponse<Data> | null; readonly dataOf: (reply: ReplyOf<E>) => Data },
): Promise<QueryData<Data>> {
  const answer = await callUnlessSame(endpoint, { ...options, ...(lastResponse && { etag: lastResponse.etag }) })
  const { asOf, source } = answer
  if (answer.status === 304 && lastResponse) return { data: lastResponse.data, asOf, source, lastResponse }
  if (answer.data === null) throw new ApiError('not_ours')
  // Strong tags are not used. A strong tag is the record's version, but a record also shows names and units of other
  // records, which change without changing that version.
  const etag = answer.etag?.startsWith('W/') ? answer.etag : undefined
  const data = dataOf(answer.data)
  return { data, asOf, source, ...(etag !== undefined && { lastResponse: { data, etag } }) }
}

/**
 * A tag in its stored form: with the build of this app. A response is stored as this build parsed it, and another build
 * may need fields that this one leaves out. So only the same build may use the tag.
 */
export const storedTag = (etag: string): string => `${buildOfThisPage()} ${etag}`

/** The tag in a stored tag; undefined when it is missing or another build stored it. */
export function usableTag(stored: string | undefined): string | undefined {
  if (stored === undefined) return undefined
  const prefix = storedTag('')
  return stored.startsWith(prefix) ? stored.slice(prefix.length) : undefined
}
