/**
 * The header that shows that a response comes from this server. Every response has it, refusals and files included: a
 * gateway, a proxy or the sign-in page of a network can send JSON with any status, but not this header. Its name and
 * value never change, because devices store responses and tabs stay open for months.
 */
export const PROOF_HEADER = 'answered-by'
export const PROOF = 'haulyard'

/** Whether a response with these headers comes from this server. */
export function isProven(headers: { get(name: string): string | null }): boolean {
  return headers.get(PROOF_HEADER) === PROOF
}
