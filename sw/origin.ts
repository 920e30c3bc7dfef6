/**
 * Whether an answer shows that it is the server's own. As `contract/wire/origin.ts` has it: the worker outlives every version of
 * the pages, so it imports nothing of theirs, and a test holds the two together.
 */
export function isProven({ headers }: Response): boolean {
  return headers.get('answered-by') === 'haulyard'
}
