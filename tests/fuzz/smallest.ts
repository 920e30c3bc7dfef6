import type { MalformedRequest } from './malformed-request.ts'

const MAX_TRIES = 120

/** The same request with one thing less, the most first. */
function lesser(request: MalformedRequest): readonly MalformedRequest[] {
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
    ...lesserBodies(body).map((less) => ({ ...request, body: less })),
  ]
}

function lesserBodies(body: Buffer | null): readonly Buffer[] {
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

/** Takes away from a request all that `isStill` can be without, one thing after the other, within a number of tries. */
export async function smallest(
  request: MalformedRequest,
  isStill: (request: MalformedRequest) => Promise<boolean>,
): Promise<MalformedRequest> {
  let found = request
  let tries = 0
  for (let has = true; has; ) {
    has = false
    for (const less of lesser(found)) {
      if (++tries > MAX_TRIES) return found
      if (!(await isStill(less))) continue
      found = less
      has = true
      break
    }
  }
  return found
}
