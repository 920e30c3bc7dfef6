import type { Answer, FuzzedSite } from './fuzzed-site.ts'
import type { MalformedRequest } from './malformed-request.ts'

/** The maximum time for a response, in milliseconds. */
const MAX_MS = 5000
/** The detail of the only allowed 503: a site without vendors always answers so. */
const DOCUMENTED = 'No telematics vendor is set up.'

/** The promise that a response breaks, as text; null when it breaks none. */
export async function brokenPromise(
  site: Pick<FuzzedSite, 'send'>,
  request: MalformedRequest,
  answer: Answer,
): Promise<string | null> {
  // A 503 to HEAD has no body with the reason. The same request with GET has.
  const isSilent = request.method === 'HEAD' && answer.status === 503
  const { text } = isSilent ? await site.send({ ...request, method: 'GET' }) : answer
  return judge(request, { ...answer, text })
}

/** The promise that a response with its text breaks; null when it breaks none. */
export function judge({ method }: Pick<MalformedRequest, 'method'>, { status, type, text, ms }: Answer): string | null {
  if (ms > MAX_MS) return `an answer took more than ${MAX_MS / 1000} s`
  if (status >= 500 && !isDocumented(status, text)) return `answered with ${status}`
  if (status < 400 || method === 'HEAD') return null
  if (!type.startsWith('application/json')) return `a refusal (${status}) is no JSON`
  return isRefusal(status, parsed(text)) ? null : `a refusal (${status}) is of no shape that the contract names`
}

function isDocumented(status: number, text: string): boolean {
  const body = parsed(text)
  return status === 503 && isObject(body) && body.detail === DOCUMENTED
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether the body is a problem. Only a 400 lists messages by field. */
function isRefusal(status: number, body: unknown): boolean {
  if (!isObject(body)) return false
  return status === 400 ? isByField(body) : typeof body.detail === 'string'
}

/** Properties of a problem that are not messages. */
const OTHER_PROPERTIES = ['held_by', 'has_now', 'refused', 'bad_rows', 'questions']

function isByField(body: Readonly<Record<string, unknown>>): boolean {
  const fields = Object.entries(body).filter(([name]) => !OTHER_PROPERTIES.includes(name))
  return fields.length > 0 && fields.every(([, said]) => isMessages(said) || (isObject(said) && isByField(said)))
}

const isMessages = (said: unknown) =>
  Array.isArray(said) && said.length > 0 && said.every((message) => typeof message === 'string' && message !== '')
