import { isProven } from '#contract/wire/origin.ts'
import { ApiError } from './api-error.ts'

/** Whether this device's host proves its answers; null where that is not known yet. */
type Proves = 'yes' | 'no' | null

/** Keeps that for the device. */
export interface HostNote {
  /** As it was stored: what is neither `yes` nor `no` is nothing. */
  read(): string | null
  write(proves: string): void
}

let told: Proves = null
let note: HostNote = { read: () => null, write: () => undefined }

export function setHostNote(port: HostNote): void {
  note = port
}
export function hostProves(): string | null {
  return note.read() ?? told
}
export function noteHost(proves: 'yes' | 'no'): void {
  told = proves
  note.write(proves)
}

/** How it is asked: as a person, without a token, or to sign in. */
export type As = 'person' | 'anybody' | 'sign_in'

const unknownHost = () => new ApiError('status', { status: 401 })

const isKeepable = ({ method = 'GET', cache }: RequestInit) => method === 'GET' && cache === undefined

/**
 * Asks the network; what bears no proof may be what the browser's own cache has kept of a gateway that is long gone (a 410 of
 * which nothing is said stays there for ever), so a read is asked once more past that.
 */
async function askPastKept(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const isForeign = hostProves() === 'yes' && !isProven(response.headers)
  return isForeign && isKeepable(init) ? fetch(url, { ...init, cache: 'reload' }) : response
}

/**
 * Asks the network; the one place where it is judged whose an answer is. One with proof is the server's. One without is as
 * good as none, whatever it says, and throws an `ApiError`; but for a host that the person has signed in at without
 * proof, which is taken at its word. Where the device does not know its host yet, what is asked as a person is answered by
 * a 401: so the session tries to refresh its token, which tells. A change is not sent before that is known: a host without
 * proof would make it, and make it again when it is sent again.
 */
export async function ask(url: string, init: RequestInit, as: As): Promise<Response> {
  if (as === 'person' && hostProves() === null && (init.method ?? 'GET') !== 'GET') throw unknownHost()
  const response = await askPastKept(url, init)
  const proves = hostProves()
  if (isProven(response.headers)) {
    if (proves !== 'yes') noteHost('yes')
  } else if (proves === 'yes') {
    if (as !== 'sign_in' || !response.ok) throw new ApiError('not_ours')
  } else if (proves !== 'no' && as === 'person') throw unknownHost()
  return response
}
