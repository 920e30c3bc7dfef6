import { isProven } from '#contract/wire/origin.ts'
import { ApiError } from './api-error.ts'

/** Whether this device's host proves its responses; null while unknown. */
type HostProof = 'yes' | 'no' | null

/** Stores on the device whether its host proves its responses. */
export interface HostProofNote {
  /** The stored text, not validated; null when nothing is stored. */
  read(): string | null
  write(proves: string): void
}

let lastNoted: HostProof = null
let note: HostProofNote = { read: () => null, write: () => undefined }

export function setHostProofNote(port: HostProofNote): void {
  note = port
}
export function hostProof(): string | null {
  return note.read() ?? lastNoted
}
export function noteHostProof(proves: 'yes' | 'no'): void {
  lastNoted = proves
  note.write(proves)
}

/** Who sends a request: a user with a token, anyone without a token, or a user who signs in. */
export type RequestRole = 'user' | 'public' | 'sign_in'

const unknownHost = () => new ApiError('status', { status: 401 })

const isCacheable = ({ method = 'GET', cache }: RequestInit) => method === 'GET' && cache === undefined

/**
 * Fetches; a read without proof at a host that proves its responses is repeated past the browser's HTTP cache. That
 * cache may still hold the response of a gateway that is long gone: a 410 without further headers stays there forever.
 */
async function fetchPastStaleCache(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const isForeign = hostProof() === 'yes' && !isProven(response.headers)
  return isForeign && isCacheable(init) ? fetch(url, { ...init, cache: 'reload' }) : response
}

/**
 * Fetches from the server, and is the one place that verifies the origin of a response. A response with proof is the
 * server's. One without proof is rejected with an `ApiError`, whatever it contains, unless the user signed in at a host
 * without proof, whose responses are accepted as they are. While the host is still unknown, a user's request without a
 * proven response fails with a 401: the session then refreshes its token, and that shows which kind of host it is. A
 * change is not sent before that: a host without proof would apply it, and apply it again when it is resent.
 */
export async function fetchVerified(url: string, init: RequestInit, role: RequestRole): Promise<Response> {
  if (role === 'user' && hostProof() === null && (init.method ?? 'GET') !== 'GET') throw unknownHost()
  const response = await fetchPastStaleCache(url, init)
  const proof = hostProof()
  if (isProven(response.headers)) {
    if (proof !== 'yes') noteHostProof('yes')
  } else if (proof === 'yes') {
    if (role !== 'sign_in' || !response.ok) throw new ApiError('not_ours', { cause: response })
  } else if (proof !== 'no' && role === 'user') throw unknownHost()
  return response
}
