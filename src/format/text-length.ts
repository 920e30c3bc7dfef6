/** The length in code points, as the server counts: a character beyond the first 65,536 counts once, not twice. */
export function lengthOf(text: string): number {
  return [...text].length
}
