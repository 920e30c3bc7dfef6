/**
 * Whether JSON can represent a value. A database also stores values that JSON can't: cyclic objects and big integers.
 */
export function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
