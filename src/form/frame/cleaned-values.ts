import { plainWords } from '#contract/text/plain-text.ts'

const isSecret = (name: string) => name.includes('password')

/**
 * What a form holds without what came along by copy and paste, so that a change that waits on the device looks as it will
 * once the server has it. Secrets stay as they were typed.
 */
export function cleanedValues<Value>(value: Value): Value {
  return cleaned(value) as Value // Texts become texts, and all else keeps its shape.
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return plainWords(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isSecret(name) ? one : cleaned(one)]))
}
