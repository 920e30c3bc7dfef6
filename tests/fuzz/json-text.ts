/** JSON text that no value can express, such as a number that is too large or a duplicate name. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whether a value contains other values. */
export const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof RawJson)

/** Writes a value as JSON, with each `RawJson` inside it unchanged. */
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
