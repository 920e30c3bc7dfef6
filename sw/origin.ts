/**
 * Whether a response proves that it comes from the server. Duplicates `contract/wire/origin.ts`: the worker outlives
 * every version of the pages, so it imports none of their code. A test keeps the two equal.
 */
export function isProven({ headers }: Response): boolean {
  return headers.get('answered-by') === 'haulyard'
}
