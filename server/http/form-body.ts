import { createHash } from 'node:crypto'
import { invalid } from './problem.ts'

/** The field whose text is the JSON of the body. */
export const DATA = 'data'

/** A file that came in a form, and the name of the upload that it becomes. */
interface FormFile {
  readonly field: string
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly upload: string
}

/** A body that came as a form: texts and files by field. */
export class FormBody {
  readonly files: readonly FormFile[]
  readonly #texts: ReadonlyMap<string, string>

  /**
   * @param uploadOf names the upload that a file becomes: the same for the same file of the same change, so that a change
   * that is sent again brings nothing new.
   */
  constructor(
    texts: ReadonlyMap<string, string>,
    files: ReadonlyMap<string, Uint8Array>,
    uploadOf: (field: string, sha256: string) => string,
  ) {
    this.#texts = texts
    this.files = Array.from(files, ([field, bytes]) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { field, bytes, sha256, upload: uploadOf(field, sha256) }
    })
  }

  /** What makes two forms the same, whatever boundary they came with and in whatever order. */
  content(): Uint8Array {
    const sorted = (pairs: readonly (readonly [string, string])[]) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
    const files = this.files.map(({ field, sha256 }) => [field, sha256] as const)
    return Buffer.from(JSON.stringify({ texts: sorted([...this.#texts]), files: sorted(files) }))
  }

  /**
   * The body as JSON would say it: `data` with the other texts beside it and each file named as an upload. Throws the 400
   * that names the field when `data` is none, or something is said twice.
   */
  value(): Readonly<Record<string, unknown>> {
    const { [DATA]: data, ...texts } = Object.fromEntries(this.#texts)
    const uploads = Object.fromEntries(this.files.map(({ field, upload }) => [field, { upload }]))
    const named = { ...texts, ...uploads }
    if (data === undefined && Object.keys(named).length === 0) throw invalid({ [DATA]: ['This field is required.'] })
    const body = data === undefined ? {} : parseData(data)
    const twice = Object.keys(named).filter((field) => Object.hasOwn(body, field))
    if (twice.length > 0) {
      throw invalid(Object.fromEntries(twice.map((field) => [field, [`Say it once: here or in "${DATA}".`]])))
    }
    return { ...body, ...named }
  }
}

function parseData(text: string): object {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (cause) {
    throw Object.assign(invalid({ [DATA]: ['Enter valid JSON.'] }), { cause })
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  throw invalid({ [DATA]: ['An object is required.'] })
}
