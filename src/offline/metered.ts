const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Whether a connection (`navigator.connection`, Chromium only) costs the user money or patience. Mobile data alone does
 * not: a yard may have nothing else, and the whole prefetch set is smaller than one photo. Pure.
 */
function isCostly(connection: unknown): boolean {
  if (!isObject(connection)) return false
  const { saveData, effectiveType } = connection
  return saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g'
}

/** Whether the device is on mobile data (Chromium on Android reports it; other browsers do not). */
export function isMobileData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return isObject(connection) && connection.type === 'cellular'
}

/** Whether to fetch only what the user opens: the browser saves data, or the connection is too slow for more. */
export function isMetered(): boolean {
  return isCostly('connection' in navigator ? navigator.connection : null)
}
