/** Whether JSON can say a value: a database also takes circles and numbers that it can't. */
export function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
