/** Counted as the server counts: a character beyond the first 65,536 is one, not two. */
export function lengthOf(text: string): number {
  return [...text].length
}
