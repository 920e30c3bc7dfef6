import { HttpResponse as AnyResponse, type HttpResponseInit } from 'msw'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'

/** The proof header, which shows that a response comes from our server. Added to the response's other headers. */
export const PROVEN = { [PROOF_HEADER]: PROOF }

function proven(init: HttpResponseInit = {}): HttpResponseInit {
  const headers = new Headers(init.headers)
  headers.set(PROOF_HEADER, PROOF)
  return { ...init, headers }
}

/** msw's responses with the proof header, as our server sends them. For gateways and portals use msw's own. */
export const HttpResponse = {
  json: (body: unknown, init?: HttpResponseInit): Response => AnyResponse.json(body as never, proven(init)),
  of: (body: BodyInit | null, init?: HttpResponseInit): Response => new AnyResponse(body, proven(init)),
  /** No response: the network failed. */
  error: (): Response => AnyResponse.error(),
}
