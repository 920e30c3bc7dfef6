import type { MalformedRequest } from './malformed-request.ts'

const MAX_TRIES = 120

/** The request with one part removed, in all possible ways, the largest parts first. */
function smallerRequests(request: MalformedRequest): readonly MalformedRequest[] {
  const { headers, body, url } = request
  const [path = '', query] = url.split('?', 2)
  const queries = (query?.split('&') ?? []).map((_, at, all) => all.toSpliced(at, 1).join('&'))
  return [
    ...(body === null ? [] : [{ ...request, body: null }]),
    ...(query === undefined ? [] : [{ ...request, url: path }]),
    ...Object.keys(headers).map((name) => {
      const { [name]: _, ...others } = headers
      return { ...request, headers: others }
    }),
    ...queries.filter((left) => left !== '').map((left) => ({ ...request, url: `${path}?${left}` })),
    ...smallerBodies(body).map((less) => ({ ...request, body: less })),
  ]
}

function smallerBodies(body: Buffer | null): readonly Buffer[] {
  if (body === null) return []
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  if (Array.isArray(value))
    return value.map((_, at) => Buffer.from(JSON.stringify(value.toSpliced(at, 1)))).slice(0, 20)
  return entries.map((_, at) => Buffer.from(JSON.stringify(Object.fromEntries(entries.toSpliced(at, 1)))))
}

/** Removes parts from a request one after another as long as `isStill` stays true, within a limited number of tries. */
export async function smallestRequest(
  request: MalformedRequest,
  isStill: (request: MalformedRequest) => Promise<boolean>,
): Promise<MalformedRequest> {
  let smallest = request
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const less of smallerRequests(smallest)) {
      if (++tries > MAX_TRIES) return smallest
      if (!(await isStill(less))) continue
      smallest = less
      isSmaller = true
      break
    }
  }
  return smallest
}
