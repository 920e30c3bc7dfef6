/** Replaces a file in a stored value and names it; the file is stored separately. No form has a field of this name. */
const FILE_FIELD = 'haulyard:file'
/** Replaces bytes in a stored value, because JSON has no bytes. No form has a field of this name. */
const BYTES_FIELD = 'haulyard:bytes'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A copy of a value in which `each` may replace any part. A replaced part is not searched further. */
function mapParts(value: unknown, each: (part: unknown) => unknown): unknown {
  const part = each(value)
  if (part !== value) return part
  if (Array.isArray(value)) return value.map((one) => mapParts(one, each))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapParts(one, each)]))
}

/** A form's value as JSON, with names instead of its files. `nameOf` is called for each file and returns its name. */
export function withoutFiles(value: unknown, nameOf: (file: Blob) => string): unknown {
  return mapParts(value, (part) => {
    if (part instanceof Blob) return { [FILE_FIELD]: nameOf(part) }
    return part instanceof Uint8Array ? { [BYTES_FIELD]: [...part] } : part
  })
}

/** Whether a form's value contains a file. */
export function hasFile(value: unknown): boolean {
  let isFound = false
  mapParts(value, (part) => {
    isFound ||= part instanceof Blob
    return part
  })
  return isFound
}

/** The form's value with its files. A missing file becomes null: the rest is still useful. */
export function withFiles(value: unknown, fileOf: (name: string) => Blob | null | undefined): unknown {
  return mapParts(value, (part) => {
    if (!isPlain(part)) return part
    const { [FILE_FIELD]: name, [BYTES_FIELD]: bytes } = part
    if (typeof name === 'string') return fileOf(name) ?? null
    return Array.isArray(bytes) ? Uint8Array.from(bytes) : part
  })
}
