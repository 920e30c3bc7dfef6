import { headAndBody, withHead } from '../src/seal/headed.ts'
import type { Sealer } from '../src/seal/sealer.ts'

/** An answer to be stored: its headers and its body in one seal, and nothing beside it. */
export async function sealAnswer(sealer: Sealer, answer: Response, about: string): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer())
  return new Response(await sealer.seal(withHead([...answer.headers], body), about))
}

/** The answer that was sealed; null when it does not open. */
export async function openAnswer(sealer: Sealer, stored: Response, about: string): Promise<Response | null> {
  const plain = await sealer.open(new Uint8Array(await stored.arrayBuffer()), about)
  if (plain === null) return null
  const [headers, body] = headAndBody<[name: string, value: string][]>(plain)
  return new Response(body, { status: 200, headers })
}
