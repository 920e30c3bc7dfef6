/** JSON as it is to be written, where no value stands for it: a number that is too large, a name that is said twice. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whether a value has others within. */
export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof RawJson)

/** Writes a value as JSON, with `RawJson` within as it is. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (isContainer(value)) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
