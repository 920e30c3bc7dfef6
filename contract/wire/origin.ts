/**
 * The header by which an answer shows that it is this server's. Each one has it, refusals and files too: a gateway, a proxy
 * or the sign-in page of a network may answer in JSON with any status, but not with this. Its name and value are never
 * changed, since devices keep answers and the app stays open for months.
 */
export const PROOF_HEADER = 'answered-by'
export const PROOF = 'haulyard'

/** Whether an answer with these headers is the server's own. */
export function isProven(headers: { get(name: string): string | null }): boolean {
  return headers.get(PROOF_HEADER) === PROOF
}
