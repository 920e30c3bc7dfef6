import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { IMAGE_TYPES, type ImageType, imageTypeOf, MAX_PHOTO_BYTES, PHOTO_REFUSALS } from '#contract/files.ts'
import { DATA } from './form-body.ts'
import { invalid, invalidRequest, Problem } from './problem.ts'

/** More than any form has. */
const MOST_TEXTS = 40
/** As much as a JSON body may have. */
const MOST_TEXT_BYTES = 1024 * 1024
/** For boundaries and headers of parts. */
const SLACK_BYTES = 64 * 1024

/** What a form says: each field once. */
export interface Form {
  readonly texts: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Uint8Array>
}

/**
 * Reads a `multipart/form-data` body whose files may stand in the fields named, one in each. Throws 400 by field for what
 * does not belong or is too large, and 413 for what is too large as a whole. What still comes then is read and dropped, so
 * that the sender gets to the answer.
 */
export function readForm(
  headers: IncomingHttpHeaders,
  payload: Readable,
  fileFields: readonly string[],
): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const parts = new Parts(fileFields)
  let room = fileFields.length * MAX_PHOTO_BYTES + MOST_TEXT_BYTES + SLACK_BYTES
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
  const parser = openParser(headers, fileFields)
  parser.on('file', (field: string | undefined, stream, fileName: string | undefined, _encoding, type: string) => {
    stream.on('error', () => attempt(breakOff))
    stream.on('limit', () => attempt(() => parts.refuseSize(field)))
    stream.on('data', (chunk: Buffer) => attempt(() => parts.add(field, chunk)))
    attempt(() => parts.begin(field, fileName, type))
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
  return promise
}

function breakOff(): never {
  throw invalidRequest('The form breaks off, or is none.')
}
function tooMany(): never {
  throw invalidRequest(`A form has ${MOST_TEXTS} fields at most.`)
}

function openParser(headers: IncomingHttpHeaders, fileFields: readonly string[]): BusboyInstance {
  const type = headers['content-type'] ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Texts come as bytes too: what is not UTF-8 must not be mended in silence.
      isPartAFile: () => true,
      limits: { files: fileFields.length + MOST_TEXTS, fileSize: MAX_PHOTO_BYTES, headerPairs: 20, headerSize: 4096 },
    })
  } catch (cause) {
    throw Object.assign(invalidRequest('The form does not say what stands between its parts (boundary).'), { cause })
  }
}

interface Part {
  readonly isFile: boolean
  readonly fileName: string | undefined
  /** As what it was sent. */
  readonly type: string
  readonly chunks: Buffer[]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The parts of a form as they come in. */
class Parts {
  readonly #fileFields: readonly string[]
  readonly #parts = new Map<string, Part>()
  #textBytes = 0
  constructor(fileFields: readonly string[]) {
    this.#fileFields = fileFields
  }

  begin(field: string | undefined, fileName: string | undefined, type: string): void {
    if (!field) throw invalidRequest('A part of the form has no name.')
    const isFile = this.#fileFields.includes(field)
    if (this.#parts.has(field)) throw invalid({ [field]: [isFile ? 'One file at most.' : 'Say it once.'] })
    if (isFile && fileName === undefined) throw invalid({ [field]: ['A file is required.'] })
    // `data` may come as a Blob, which browsers send as a file.
    if (!isFile && fileName !== undefined && field !== DATA) throw invalid({ [field]: ['No file is expected here.'] })
    this.#parts.set(field, { isFile, fileName, type, chunks: [] })
  }

  add(field: string | undefined, chunk: Buffer): void {
    const part = this.#parts.get(field ?? '')
    if (part && !part.isFile) this.#textBytes += chunk.length
    if (this.#textBytes > MOST_TEXT_BYTES) throw invalid({ [field ?? DATA]: ['At most 1 MB of text.'] })
    part?.chunks.push(chunk)
  }

  refuseSize(field: string | undefined): never {
    throw invalid({ [field ?? DATA]: [PHOTO_REFUSALS.size] })
  }

  form(): Form {
    const texts = new Map<string, string>()
    const files = new Map<string, Uint8Array>()
    for (const [field, { isFile, fileName, type, chunks }] of this.#parts) {
      const bytes = Buffer.concat(chunks)
      if (!isFile) texts.set(field, decoded(field, bytes))
      else if (bytes.length > 0) files.set(field, asSaid(field, type, bytes))
      // An input in which nothing was chosen is sent as a file without a name.
      else if (fileName) throw invalid({ [field]: ['The file is empty.'] })
    }
    return { texts, files }
  }
}

const isImage = (type: string): type is ImageType => IMAGE_TYPES.some((one) => one === type)

/** A file's bytes; throws a 400 for a picture of another kind than it is said to be. What is no picture is judged where it is used. */
function asSaid(field: string, type: string, bytes: Uint8Array): Uint8Array {
  const is = imageTypeOf(bytes)
  if (is === null || !isImage(type) || is === type) return bytes
  const named = (image: ImageType) => image.replace('image/', '').toUpperCase()
  throw invalid({ [field]: [`This is a ${named(is)} file, not the ${named(type)} file that it is said to be.`] })
}

function decoded(field: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw Object.assign(invalid({ [field]: ['This is not valid UTF-8.'] }), { cause })
  }
}
