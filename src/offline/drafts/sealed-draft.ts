import { isJson } from '#src/offline/query-storage/is-json.ts'
import { aboutOf, openText, type Sealed, type Sealer, sealText } from '#src/seal/sealer.ts'
import { splitHead, withHead } from '#src/seal/value-with-head.ts'
import type { DraftNote, SealedDraft, StoredDraft } from './draft-database.ts'

const draftPlace = (user: string, { id, kind, version, access, startedAt, savedAt }: DraftNote) =>
  aboutOf('draft', user, id, kind, version, JSON.stringify(access ?? null), startedAt, savedAt)
const filePlace = (user: string, draft: string, name: string) => aboutOf('draft-file', user, draft, name)

/** Seals a draft, whose value must be JSON (see `withoutFiles`). */
export async function sealDraft(user: string, sealer: Sealer, draft: StoredDraft): Promise<SealedDraft> {
  const { key, value, words, ...note } = draft
  return { ...note, sealed: await sealText(sealer, JSON.stringify({ key, value, words }), draftPlace(user, note)) }
}

/** Decrypts a draft; null if that fails. */
export async function openDraft(user: string, sealer: Sealer, row: SealedDraft): Promise<StoredDraft | null> {
  const { sealed, ...note } = row
  const text = isJson(note) ? await openText(sealer, sealed, draftPlace(user, note)) : null
  return text === null ? null : { ...note, ...(JSON.parse(text) as Pick<StoredDraft, 'key' | 'value' | 'words'>) }
}

/** The properties of a file apart from its bytes. A `Blob` has no `name`. */
interface FileHead {
  readonly type: string
  readonly name?: string
  readonly lastModified?: number
}
const headOf = (file: Blob): FileHead =>
  file instanceof File ? { type: file.type, name: file.name, lastModified: file.lastModified } : { type: file.type }

type FileKey = readonly [draft: string, name: string]

/** Seals a file with its name and type. Rejects when the browser can no longer read it. */
export async function sealFile(user: string, sealer: Sealer, at: FileKey, file: Blob): Promise<Sealed> {
  const plain = withHead(headOf(file), new Uint8Array(await file.arrayBuffer()))
  return sealer.seal(plain, filePlace(user, ...at))
}

/** Decrypts a file; null if that fails. */
export async function openFile(user: string, sealer: Sealer, at: FileKey, sealed: Sealed): Promise<Blob | null> {
  const plain = await sealer.open(sealed, filePlace(user, ...at))
  if (plain === null) return null
  const [head, bytes] = splitHead<FileHead>(plain)
  return head.name === undefined ? new Blob([bytes], head) : new File([bytes], head.name, head)
}
