import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { IMAGE_TYPES, type ImageType, imageTypeOf } from '#contract/files/files.ts'
import type { FormField } from '#contract/wire/endpoint.ts'
import { invalid, invalidRequest, Problem } from '#server/base/problem.ts'
import { DATA } from './form-body.ts'
import { formBreaksOff } from './form-places.ts'

/** More than any form has. */
const MAX_TEXTS = 40
/** As much as a JSON body may have. */
const MAX_TEXT_BYTES = 1024 * 1024
/** For boundaries and headers of parts. */
const SLACK_BYTES = 64 * 1024

/** The fields in which files may come, by their names. */
export type FormFields = Readonly<Record<string, FormField>>

/** A file of a form. `name`: as what it was sent. */
export interface SentFile {
  readonly field: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a form says: each text once; files in the order in which they came. */
export interface Form {
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly SentFile[]
}

/**
 * Reads a `multipart/form-data` body whose files may stand in the fields named. Throws 400 by field for what does not belong
 * or is too large, and 413 for what is too large as a whole. What still comes then is read and dropped, so that the sender
 * gets to the answer.
 */
export function readForm(headers: IncomingHttpHeaders, payload: Readable, fields: FormFields): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const parts = new Parts(fields)
  let room = mostOf(fields).bytes + MAX_TEXT_BYTES + SLACK_BYTES
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
    // Without it nobody hears of what it breaks off with, and of what is refused the rest is read too.
    const part: Part = { field: field ?? '', fileName, type, chunks: [], size: 0 }
    stream.on('error', () => attempt(breakOff))
    stream.on('data', (chunk: Buffer) => attempt(() => parts.add(part, chunk)))
    attempt(() => parts.begin(part))
  })
  parser.on('filesLimit', () => attempt(tooMany))
  parser.on('error', () => attempt(breakOff))
  parser.on('finish', () => attempt(() => end(() => resolve(parts.form()))))
  payload.on('data', (chunk: Buffer) => {
    room -= chunk.length
    attempt(() => {
      if (room < 0) throw new Problem(413, { detail: 'The request is too large.' })
      parser.write(chunk)
    })
  })
  payload.on('end', () => attempt(() => parser.end()))
  payload.on('error', () => attempt(breakOff))
  payload.on('close', () => payload.readableEnded || attempt(breakOff))
  // Gone while the form waited to be read: none of these will come.
  if (payload.destroyed) attempt(breakOff)
  return promise
}

/** The most files that may come, and the most bytes of them in all. */
function mostOf(fields: FormFields): { readonly files: number; readonly bytes: number } {
  const all = Object.values(fields)
  const files = all.reduce((sum, { several = 1 }) => sum + several, 0)
  return { files, bytes: all.reduce((sum, { several = 1, most }) => sum + several * most, 0) }
}

function breakOff(): never {
  throw formBreaksOff()
}
function tooMany(): never {
  throw invalidRequest(`A form has ${MAX_TEXTS} fields at most.`)
}

function openParser(headers: IncomingHttpHeaders, fields: FormFields): BusboyInstance {
  const type = headers['content-type'] ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Texts come as bytes too: what is not UTF-8 must not be mended in silence.
      isPartAFile: () => true,
      // What is wrong with a name is said, not mended in silence.
      preservePath: true,
      // One more than is taken, so that the refusal names the field.
      limits: { files: mostOf(fields).files + MAX_TEXTS + 1, headerPairs: 20, headerSize: 4096 },
    })
  } catch (cause) {
    throw Object.assign(invalidRequest('The form does not say what stands between its parts (boundary).'), { cause })
  }
}

interface Part {
  readonly field: string
  readonly fileName: string | undefined
  /** As what it was sent. */
  readonly type: string
  readonly chunks: Buffer[]
  size: number
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The parts of a form as they come in. */
class Parts {
  readonly #fields: FormFields
  readonly #parts: Part[] = []
  #textBytes = 0
  constructor(fields: FormFields) {
    this.#fields = fields
  }

  begin(part: Part): void {
    const { field, fileName } = part
    if (field === '') throw invalidRequest('A part of the form has no name.')
    const of = this.#fieldOf(part)
    const { several = 1 } = of ?? {}
    const before = this.#of(field).length
    if (before >= several) throw invalid({ [field]: [of ? `${atMost(several)} at most.` : 'Say it once.'] })
    if (of && fileName === undefined) throw invalid({ [field]: ['A file is required.'] })
    // `data` may come as a Blob, which browsers send as a file.
    if (!of && fileName !== undefined && field !== DATA) throw invalid({ [field]: ['No file is expected here.'] })
    this.#parts.push(part)
  }

  add(part: Part, chunk: Buffer): void {
    const of = this.#fieldOf(part)
    part.size += chunk.length
    if (of && part.size > of.most) throw this.#refused(part, of.tooLarge)
    if (!of) this.#textBytes += chunk.length
    if (this.#textBytes > MAX_TEXT_BYTES) throw invalid({ [part.field]: ['At most 1 MB of text.'] })
    part.chunks.push(chunk)
  }

  form(): Form {
    const texts = new Map<string, string>()
    const files: SentFile[] = []
    for (const part of this.#parts) {
      const { field, fileName, type, chunks } = part
      const bytes = Buffer.concat(chunks)
      const of = this.#fieldOf(part)
      if (!of) texts.set(field, decoded(field, bytes))
      else if (bytes.length > 0 || fileName)
        files.push({ field, name: fileName ?? '', bytes: this.#judged(part, bytes, type, of) })
      // An input in which nothing was chosen is sent as a file without a name.
    }
    return { texts, files }
  }

  /** A file's bytes; throws a 400 for an empty one, and for one that is not what it is said to be. */
  #judged(part: Part, bytes: Uint8Array, type: string, { refusal }: FormField): Uint8Array {
    const why =
      bytes.length === 0 ? 'The file is empty.' : (otherThanSaid(type, bytes) ?? refusal?.(part.fileName ?? '', bytes))
    if (why) throw this.#refused(part, why)
    return bytes
  }

  /** Of several files of one field the one that is meant is named by its place. */
  #refused(part: Part, message: string): Problem {
    const { field } = part
    const isOne = (this.#fields[field]?.several ?? 1) === 1
    return invalid({ [field]: isOne ? [message] : { [this.#of(field).indexOf(part)]: [message] } })
  }

  #of(field: string): readonly Part[] {
    return this.#parts.filter((part) => part.field === field)
  }

  #fieldOf({ field }: Part): FormField | undefined {
    return Object.hasOwn(this.#fields, field) ? this.#fields[field] : undefined
  }
}

const atMost = (several: number) => (several === 1 ? 'One file' : `${several} files`)

const isImage = (type: string): type is ImageType => IMAGE_TYPES.some((one) => one === type)

/** Why a picture is refused that is of another kind than it is said to be. What is no picture is judged where it is used. */
function otherThanSaid(type: string, bytes: Uint8Array): string | null {
  const is = imageTypeOf(bytes)
  if (is === null || !isImage(type) || is === type) return null
  const named = (image: ImageType) => image.replace('image/', '').toUpperCase()
  return `This is a ${named(is)} file, not the ${named(type)} file that it is said to be.`
}

function decoded(field: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw Object.assign(invalid({ [field]: ['This is not valid UTF-8.'] }), { cause })
  }
}
