import { createHash } from 'node:crypto'
import { ATTACHMENT_REFUSALS } from '#contract/files/attachments.ts'
import { invalid } from '#server/base/problem.ts'
import type { FormContent, FormFields, SentFile } from './read-form.ts'

/** The form field that contains the body as JSON. */
export const DATA = 'data'

/** A file of a form, and the name of the upload that it becomes. */
interface FormFile extends SentFile {
  readonly sha256: string
  readonly upload: string
}

/** A body sent as a form: texts and files by field. */
export class FormBody {
  readonly files: readonly FormFile[]
  readonly #texts: ReadonlyMap<string, string>
  readonly #fields: FormFields

  /**
   * Throws a 400 when one field contains the same file twice.
   * @param uploadOf names the upload that a file becomes. The same file of the same change always has the same name, so
   * that a repeated change adds no second upload.
   */
  constructor({ texts, files }: FormContent, fields: FormFields, uploadOf: (field: string, sha256: string) => string) {
    this.#texts = texts
    this.#fields = fields
    this.files = files.map((file) => {
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      return { ...file, sha256, upload: uploadOf(file.field, sha256) }
    })
    for (const [field, { maxFiles }] of Object.entries(fields))
      if (maxFiles) refuseDuplicate(field, this.#filesOf(field))
  }

  /** The content that identifies equal forms, independent of their boundary and order. */
  content(): Uint8Array {
    const sorted = (pairs: readonly (readonly [string, string])[]) =>
      pairs.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))
    const files = this.files.map(({ field, name, sha256 }) => {
      return [field, this.#isList(field) ? `${sha256} ${name}` : sha256] as const
    })
    return Buffer.from(JSON.stringify({ texts: sorted([...this.#texts]), files: sorted(files) }))
  }

  /**
   * The body as it would be in JSON: the object in `data`, plus the form's other texts, plus each file as a named
   * upload. Throws a 400 by field when `data` is not an object, or when a value is in `data` and in the form.
   */
  value(): Readonly<Record<string, unknown>> {
    const { [DATA]: data, ...texts } = Object.fromEntries(this.#texts)
    const fields = new Set(this.files.map(({ field }) => field))
    const uploads = Object.fromEntries([...fields].map((field) => [field, this.#uploads(field)]))
    const fromForm = { ...texts, ...uploads }
    if (data === undefined && Object.keys(fromForm).length === 0) throw invalid({ [DATA]: ['This field is required.'] })
    const body = data === undefined ? {} : parseData(data)
    const twice = Object.keys(fromForm).filter((field) => Object.hasOwn(body, field))
    if (twice.length > 0) {
      throw invalid(Object.fromEntries(twice.map((field) => [field, [`Say it once: here or in "${DATA}".`]])))
    }
    return { ...body, ...fromForm }
  }

  #filesOf(field: string): readonly FormFile[] {
    return this.files.filter((file) => file.field === field)
  }

  #isList(field: string): boolean {
    return this.#fields[field]?.maxFiles !== undefined
  }

  #uploads(field: string): unknown {
    if (this.#isList(field)) return this.#filesOf(field).map(({ upload, name }) => ({ upload, name }))
    return this.#filesOf(field).map(({ upload }) => ({ upload }))[0]
  }
}

function refuseDuplicate(field: string, files: readonly FormFile[]): void {
  const hashes = files.map(({ sha256 }) => sha256)
  const duplicate = hashes.findIndex((hash, at) => hashes.indexOf(hash) < at)
  if (duplicate >= 0) throw invalid({ [field]: { [duplicate]: [ATTACHMENT_REFUSALS.twice] } })
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
