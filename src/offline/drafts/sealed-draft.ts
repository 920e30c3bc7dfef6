import { aboutOf, openText, type Sealed, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { DraftNote, SealedDraft, StoredDraft } from './draft-database.ts'

const draftAbout = (user: string, { id, kind, version, access, startedAt, savedAt }: DraftNote) =>
  aboutOf('draft', user, id, kind, version, JSON.stringify(access ?? null), startedAt, savedAt)
const fileAbout = (user: string, draft: string, name: string) => aboutOf('draft-file', user, draft, name)

/** Seals a draft, whose value is one that JSON can say. */
export async function sealDraft(user: string, sealer: Sealer, draft: StoredDraft): Promise<SealedDraft> {
  const { key, value, words, ...note } = draft
  return { ...note, sealed: await sealText(sealer, JSON.stringify({ key, value, words }), draftAbout(user, note)) }
}

/** The draft; null when it does not open. */
export async function openDraft(user: string, sealer: Sealer, row: SealedDraft): Promise<StoredDraft | null> {
  const { sealed, ...note } = row
  const text = isBytes(sealed) ? await openText(sealer, sealed, draftAbout(user, note)) : null
  return text === null ? null : { ...note, ...(JSON.parse(text) as Pick<StoredDraft, 'key' | 'value' | 'words'>) }
}

/** What a file is beside its bytes; `name` where it has one. */
interface FileHead {
  readonly type: string
  readonly name?: string
  readonly lastModified?: number
}
const headOf = (file: Blob): FileHead =>
  file instanceof File ? { type: file.type, name: file.name, lastModified: file.lastModified } : { type: file.type }
const LENGTH_BYTES = 4

/** Seals a file with its name and type. Rejects when the browser can't read it any more. */
export async function sealFile(user: string, sealer: Sealer, at: FileKey, file: Blob): Promise<Sealed> {
  const head = new TextEncoder().encode(JSON.stringify(headOf(file)))
  const plain = new Uint8Array(LENGTH_BYTES + head.length + file.size)
  new DataView(plain.buffer).setUint32(0, head.length)
  plain.set(head, LENGTH_BYTES)
  plain.set(new Uint8Array(await file.arrayBuffer()), LENGTH_BYTES + head.length)
  return sealer.seal(plain, fileAbout(user, ...at))
}
type FileKey = readonly [draft: string, name: string]

/** The file as it was; null when it does not open. */
export async function openFile(user: string, sealer: Sealer, at: FileKey, sealed: Sealed): Promise<Blob | null> {
  const plain = isBytes(sealed) ? await sealer.open(sealed, fileAbout(user, ...at)) : null
  if (plain === null) return null
  const end = LENGTH_BYTES + new DataView(plain.buffer, plain.byteOffset).getUint32(0)
  const head = JSON.parse(new TextDecoder().decode(plain.subarray(LENGTH_BYTES, end))) as FileHead
  const bytes = [plain.subarray(end)]
  return head.name === undefined ? new Blob(bytes, head) : new File(bytes, head.name, head)
}

/** Whatever lies in a database may have been put there by anything. */
const isBytes = (value: unknown) => value instanceof Uint8Array
