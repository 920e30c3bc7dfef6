/**
 * The changes that the server has received on a record since the user saw it (`seen`) and began to type, as text above
 * the form; null for none. The user's own waiting changes leave the version unchanged and do not count. `difference`:
 * see `useRecordForm`.
 */
export function changedMeanwhile<Row extends { readonly version: number }>(
  seen: Row,
  now: Row,
  difference: (seen: Row, now: Row) => string,
): string | null {
  const words = now.version === seen.version ? '' : difference(seen, now)
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}
