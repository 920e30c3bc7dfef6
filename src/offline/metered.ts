const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a connection, as browsers describe it (only Chromium does), costs the person money or patience. Pure. */
function costs(connection: unknown): boolean {
  if (!isObject(connection)) return false
  const { saveData, effectiveType, type } = connection
  return saveData === true || type === 'cellular' || effectiveType === 'slow-2g' || effectiveType === '2g'
}

/** What is not asked for is not fetched over a connection for which the person pays, or has to wait. */
export function isMetered(): boolean {
  return costs('connection' in navigator ? navigator.connection : null)
}
