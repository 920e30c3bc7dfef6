/** A whole number from 1 on that the environment sets, or `otherwise`. Throws an error that names it for anything else. */
export function wholeSetting<T>(name: string, otherwise: T): number | T {
  const given = process.env[name]
  if (given === undefined || given === '') return otherwise
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a whole number from 1 on`)
  return number
}
