import type { Sealer } from './sealer.ts'
import { splitHead, withHead } from './value-with-head.ts'

/** A response for storage: headers and body sealed together, with no other content. */
export async function sealResponse(sealer: Sealer, answer: Response, about: string): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer())
  return new Response(await sealer.seal(withHead([...answer.headers], body), about))
}

/** The sealed response; null when it does not open. */
export async function openResponse(sealer: Sealer, stored: Response, about: string): Promise<Response | null> {
  const plain = await sealer.open(new Uint8Array(await stored.arrayBuffer()), about)
  if (plain === null) return null
  const [headers, body] = splitHead<[name: string, value: string][]>(plain)
  return new Response(body, { status: 200, headers })
}
