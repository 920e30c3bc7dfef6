/** Stands in a stored value where the form has a file, whose bytes lie beside. No form has such a field of its own. */
const NAME = 'haulyard:file'
/** Stands where the form has bytes, which JSON has no word for. Likewise. */
const BYTES = 'haulyard:bytes'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function mapped(value: unknown, each: (part: unknown) => unknown): unknown {
  const part = each(value)
  if (part !== value) return part
  if (Array.isArray(value)) return value.map((one) => mapped(one, each))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, each)]))
}

/**
 * A form's value as JSON says it, with the names of its files in their place. `named` hears of each file and says what it
 * is called.
 */
export function withoutFiles(value: unknown, named: (file: Blob) => string): unknown {
  return mapped(value, (part) => {
    if (part instanceof Blob) return { [NAME]: named(part) }
    return part instanceof Uint8Array ? { [BYTES]: [...part] } : part
  })
}

/** The value as it was. A file that is gone is null: the rest is worth having. */
export function withFiles(value: unknown, found: (name: string) => Blob | null | undefined): unknown {
  return mapped(value, (part) => {
    if (!isPlain(part)) return part
    const { [NAME]: name, [BYTES]: bytes } = part
    if (typeof name === 'string') return found(name) ?? null
    return Array.isArray(bytes) ? Uint8Array.from(bytes) : part
  })
}
