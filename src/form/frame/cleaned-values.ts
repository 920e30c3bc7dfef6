import { plainWords } from '#contract/text/plain-text.ts'

const isSecret = (name: string) => name.includes('password')

/**
 * The values of a form without invisible characters from copy and paste, so that a waiting change looks as it will
 * after the server has stored it. Secrets stay as typed.
 */
export function cleanedValues<Value>(value: Value): Value {
  return cleaned(value) as Value // Texts stay texts; everything else keeps its shape.
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return plainWords(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isSecret(name) ? one : cleaned(one)]))
}
