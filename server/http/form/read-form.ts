import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { IMAGE_TYPES, type ImageType, imageTypeOf } from '#contract/files/files.ts'
import type { FormField } from '#contract/wire/endpoint.ts'
import { invalid, invalidRequest, Problem } from '#server/base/problem.ts'
import { DATA } from './form-body.ts'
import { incompleteForm } from './form-slots.ts'

/** The most text fields of a form: more than any form of the app has. */
const MAX_TEXTS = 40
/** The same limit as for a JSON body. */
const MAX_TEXT_BYTES = 1024 * 1024
/** Allowance for boundaries and part headers. */
const SLACK_BYTES = 64 * 1024

/** The fields that accept files, by name. */
export type FormFields = Readonly<Record<string, FormField>>

/** A file of a form. `name`: the file name as sent. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** The content of a form: one text for each field, and the files in the order received. */
export interface FormContent {
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly SentFile[]
}

/**
 * Reads a `multipart/form-data` body that may have files in `fields`. Throws 400 by field for unexpected or too large
 * parts, and 413 for a too large body. The rest of a refused body is still read and discarded, so that the sender can
 * read the response.
 */
export function readForm(headers: IncomingHttpHeaders, payload: Readable, fields: FormFields): Promise<FormContent> {
  const { promise, resolve, reject } = Promise.withResolvers<FormContent>()
  const parts = new FormParts(fields)
  let remainingBytes = totalLimits(fields).bytes + MAX_TEXT_BYTES + SLACK_BYTES
  let isOver = false
  const end = (settle: () => void) => {
    isOver = true
    settle()
  }
  const attempt = (step: () => void) => {
    if (isOver) return
    try {
      step()
    } catch (error) {
      end(() => reject(error))
    }
  }
  const parser = openParser(headers, fields)
  parser.on('file', (field: string | undefined, stream, fileName: string | undefined, _encoding, type: string) => {
    const part: FormPart = { field: field ?? '', fileName, type, chunks: [], size: 0 }
    // Listeners first: an `error` without a listener would end the process, and a refused part must still be read to
    // its end.
    stream.on('error', () => attempt(refuseIncomplete))
    stream.on('data', (chunk: Buffer) => attempt(() => parts.add(part, chunk)))
    attempt(() => parts.begin(part))
  })
  parser.on('filesLimit', () => attempt(refuseTooManyFields))
  parser.on('error', () => attempt(refuseIncomplete))
  parser.on('finish', () => attempt(() => end(() => resolve(parts.form()))))
  payload.on('data', (chunk: Buffer) => {
    remainingBytes -= chunk.length
    attempt(() => {
      if (remainingBytes < 0) throw new Problem(413, { detail: 'The request is too large.' })
      parser.write(chunk)
    })
  })
  payload.on('end', () => attempt(() => parser.end()))
  payload.on('error', () => attempt(refuseIncomplete))
  payload.on('close', () => payload.readableEnded || attempt(refuseIncomplete))
  // The sender disconnected while the form waited for a slot: none of these events will follow.
  if (payload.destroyed) attempt(refuseIncomplete)
  return promise
}

/** The most files that a form may have, and their most bytes in total. */
function totalLimits(fields: FormFields): { readonly files: number; readonly bytes: number } {
  const declared = Object.values(fields)
  const files = declared.reduce((sum, { maxFiles = 1 }) => sum + maxFiles, 0)
  return { files, bytes: declared.reduce((sum, { maxFiles = 1, maxBytes }) => sum + maxFiles * maxBytes, 0) }
}

function refuseIncomplete(): never {
  throw incompleteForm()
}
function refuseTooManyFields(): never {
  throw invalidRequest(`A form has ${MAX_TEXTS} fields at most.`)
}

function openParser(headers: IncomingHttpHeaders, fields: FormFields): BusboyInstance {
  const type = headers['content-type'] ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Texts are read as bytes too: the parser would silently replace invalid UTF-8.
      isPartAFile: () => true,
      // The parser must not silently correct file names: a wrong name is reported.
      preservePath: true,
      // One more than accepted, so that the refusal can name the field.
      limits: { files: totalLimits(fields).files + MAX_TEXTS + 1, headerPairs: 20, headerSize: 4096 },
    })
  } catch (cause) {
    throw Object.assign(invalidRequest('The form does not say what stands between its parts (boundary).'), { cause })
  }
}

interface FormPart {
  readonly field: string
  readonly fileName: string | undefined
  /** The content type as sent. */
  readonly type: string
  readonly chunks: Buffer[]
  size: number
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Collects and checks the parts of a form while they arrive. */
class FormParts {
  readonly #fields: FormFields
  readonly #parts: FormPart[] = []
  #textBytes = 0
  constructor(fields: FormFields) {
    this.#fields = fields
  }

  begin(part: FormPart): void {
    const { field, fileName } = part
    if (field === '') throw invalidRequest('A part of the form has no name.')
    const fileField = this.#fileFieldOf(part)
    const { maxFiles = 1 } = fileField ?? {}
    const count = this.#partsOf(field).length
    if (count >= maxFiles) throw invalid({ [field]: [fileField ? `${atMost(maxFiles)} at most.` : 'Say it once.'] })
    if (fileField && fileName === undefined) throw invalid({ [field]: ['A file is required.'] })
    // `data` may be sent as a Blob, which browsers send with a file name.
    if (!fileField && fileName !== undefined && field !== DATA)
      throw invalid({ [field]: ['No file is expected here.'] })
    this.#parts.push(part)
  }

  add(part: FormPart, chunk: Buffer): void {
    const fileField = this.#fileFieldOf(part)
    part.size += chunk.length
    if (fileField && part.size > fileField.maxBytes) throw this.#refused(part, fileField.tooLargeMessage)
    if (!fileField) this.#textBytes += chunk.length
    if (this.#textBytes > MAX_TEXT_BYTES) throw invalid({ [part.field]: ['At most 1 MB of text.'] })
    part.chunks.push(chunk)
  }

  form(): FormContent {
    const texts = new Map<string, string>()
    const files: SentFile[] = []
    for (const part of this.#parts) {
      const { field, fileName, type, chunks } = part
      const bytes = Buffer.concat(chunks)
      const fileField = this.#fileFieldOf(part)
      if (!fileField) texts.set(field, decodeText(field, bytes))
      else if (bytes.length > 0 || fileName)
        files.push({ field, name: fileName ?? '', bytes: this.#checkedBytes(part, bytes, type, fileField) })
      // A file input without a chosen file is sent as an empty file without a name.
    }
    return { texts, files }
  }

  /**
   * Returns a file's bytes. Throws a 400 when it is empty, is an image of another type than declared, or the field
   * refuses it.
   */
  #checkedBytes(part: FormPart, bytes: Uint8Array, type: string, { refusal }: FormField): Uint8Array {
    const fault =
      bytes.length === 0
        ? 'The file is empty.'
        : (imageTypeMismatch(type, bytes) ?? refusal?.(part.fileName ?? '', bytes))
    if (fault) throw this.#refused(part, fault)
    return bytes
  }

  /** A 400 for a part's field. In a field for several files, the index of the file is named too. */
  #refused(part: FormPart, message: string): Problem {
    const { field } = part
    const isOne = (this.#fields[field]?.maxFiles ?? 1) === 1
    return invalid({ [field]: isOne ? [message] : { [this.#partsOf(field).indexOf(part)]: [message] } })
  }

  #partsOf(field: string): readonly FormPart[] {
    return this.#parts.filter((part) => part.field === field)
  }

  #fileFieldOf({ field }: FormPart): FormField | undefined {
    return Object.hasOwn(this.#fields, field) ? this.#fields[field] : undefined
  }
}

const atMost = (several: number) => (several === 1 ? 'One file' : `${several} files`)

const isImage = (type: string): type is ImageType => IMAGE_TYPES.some((one) => one === type)

/**
 * Why an image with another type than declared is refused; null for everything else. Non-images are checked where used.
 */
function imageTypeMismatch(declared: string, bytes: Uint8Array): string | null {
  const actual = imageTypeOf(bytes)
  if (actual === null || !isImage(declared) || actual === declared) return null
  const label = (image: ImageType) => image.replace('image/', '').toUpperCase()
  return `This is a ${label(actual)} file, not the ${label(declared)} file that it is said to be.`
}

function decodeText(field: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw Object.assign(invalid({ [field]: ['This is not valid UTF-8.'] }), { cause })
  }
}
