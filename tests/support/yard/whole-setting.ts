/**
 * A whole number from 1 on from an environment variable, or the default. Throws an error with its name for other
 * values.
 */
export function wholeSetting<T>(name: string, defaultValue: T): number | T {
  const text = process.env[name]
  if (text === undefined || text === '') return defaultValue
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a whole number from 1 on`)
  return number
}
