/**
 * What the server has of a record otherwise than it was `seen` when the typing began, to be shown above the form; null when
 * that is the same. A change of one's own that waits leaves the version as it is. `differs`: see `useSeenForm`.
 */
export function changedMeanwhile<Row extends { readonly version: number }>(
  seen: Row,
  now: Row,
  differs: (seen: Row, now: Row) => string,
): string | null {
  const words = now.version === seen.version ? '' : differs(seen, now)
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}
