const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Whether a connection, as browsers describe it (only Chromium does), costs the person money or patience. Mobile data by
 * itself does neither: a yard may have nothing else, and the whole set is less than one photo. Pure.
 */
function costs(connection: unknown): boolean {
  if (!isObject(connection)) return false
  const { saveData, effectiveType } = connection
  return saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g'
}

/** What is not asked for is not fetched over a connection that saves data, or that is too slow for more than what is opened. */
export function isMetered(): boolean {
  return costs('connection' in navigator ? navigator.connection : null)
}
