import { createHash } from 'node:crypto'
import { ATTACHMENT_REFUSALS } from '#contract/files/attachments.ts'
import { invalid } from '#server/base/problem.ts'
import type { Form, FormFields, SentFile } from './read-form.ts'

/** The field whose text is the JSON of the body. */
export const DATA = 'data'

/** A file that came in a form, and the name of the upload that it becomes. */
interface FormFile extends SentFile {
  readonly sha256: string
  readonly upload: string
}

/** A body that came as a form: texts and files by field. */
export class FormBody {
  readonly files: readonly FormFile[]
  readonly #texts: ReadonlyMap<string, string>
  readonly #fields: FormFields

  /**
   * @param uploadOf names the upload that a file becomes: the same for the same file of the same change, so that a change
   * that is sent again brings nothing new. Throws a 400 for a file that came twice in one field.
   */
  constructor({ texts, files }: Form, fields: FormFields, uploadOf: (field: string, sha256: string) => string) {
    this.#texts = texts
    this.#fields = fields
    this.files = files.map((file) => {
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      return { ...file, sha256, upload: uploadOf(file.field, sha256) }
    })
    for (const [field, { several }] of Object.entries(fields)) if (several) refuseTwice(field, this.#of(field))
  }

  /** What makes two forms the same, whatever boundary they came with and in whatever order. */
  content(): Uint8Array {
    const sorted = (pairs: readonly (readonly [string, string])[]) =>
      pairs.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))
    const files = this.files.map(({ field, name, sha256 }) => {
      return [field, this.#isSeveral(field) ? `${sha256} ${name}` : sha256] as const
    })
    return Buffer.from(JSON.stringify({ texts: sorted([...this.#texts]), files: sorted(files) }))
  }

  /**
   * The body as JSON would say it: `data` with the other texts beside it and each file named as an upload. Throws the 400
   * that names the field when `data` is none, or something is said twice.
   */
  value(): Readonly<Record<string, unknown>> {
    const { [DATA]: data, ...texts } = Object.fromEntries(this.#texts)
    const fields = new Set(this.files.map(({ field }) => field))
    const uploads = Object.fromEntries([...fields].map((field) => [field, this.#uploads(field)]))
    const named = { ...texts, ...uploads }
    if (data === undefined && Object.keys(named).length === 0) throw invalid({ [DATA]: ['This field is required.'] })
    const body = data === undefined ? {} : parseData(data)
    const twice = Object.keys(named).filter((field) => Object.hasOwn(body, field))
    if (twice.length > 0) {
      throw invalid(Object.fromEntries(twice.map((field) => [field, [`Say it once: here or in "${DATA}".`]])))
    }
    return { ...body, ...named }
  }

  #of(field: string): readonly FormFile[] {
    return this.files.filter((file) => file.field === field)
  }

  #isSeveral(field: string): boolean {
    return this.#fields[field]?.several !== undefined
  }

  #uploads(field: string): unknown {
    if (this.#isSeveral(field)) return this.#of(field).map(({ upload, name }) => ({ upload, name }))
    return this.#of(field).map(({ upload }) => ({ upload }))[0]
  }
}

function refuseTwice(field: string, files: readonly FormFile[]): void {
  const hashes = files.map(({ sha256 }) => sha256)
  const again = hashes.findIndex((hash, at) => hashes.indexOf(hash) < at)
  if (again >= 0) throw invalid({ [field]: { [again]: [ATTACHMENT_REFUSALS.twice] } })
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
