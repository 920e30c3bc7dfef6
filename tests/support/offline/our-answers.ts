import { HttpResponse as AnyResponse, type HttpResponseInit } from 'msw'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'

/** Beside what else an answer's headers are: what shows that it is our server's. */
export const PROVEN = { [PROOF_HEADER]: PROOF }

function proven(init: HttpResponseInit = {}): HttpResponseInit {
  const headers = new Headers(init.headers)
  headers.set(PROOF_HEADER, PROOF)
  return { ...init, headers }
}

/** msw's answers as our server gives them: each bears the proof. Those of gateways and portals are msw's own. */
export const HttpResponse = {
  json: (body: unknown, init?: HttpResponseInit): Response => AnyResponse.json(body as never, proven(init)),
  of: (body: BodyInit | null, init?: HttpResponseInit): Response => new AnyResponse(body, proven(init)),
  /** No answer at all: the network broke. */
  error: (): Response => AnyResponse.error(),
}
