import { entryFromCopy, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { mirrorName, placeOf } from '#src/offline/outbox/entry/names.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import type { CopyName, Mirror } from '../ports.ts'
import type { Sealing } from './sealing.ts'

/** Never fetched: these addresses only name records within the cache. */
const CLEAR = '/outbox-mirror/'
const SEALED = `${CLEAR}sealed/`
const filePath = (id: string) => `files/${id}`
const NAME = /^\/outbox-mirror\/(sealed\/)?(\d+)\/([\w-]+)$/
const FILE = /^\/outbox-mirror\/(?:sealed\/)?files\/(.+)$/
/** The headers with what is needed to open a copy, besides the sequence number and id in its address. */
const [REVISION, DEVICE] = ['x-revision', 'x-device']

/**
 * The mirror in Cache Storage. Cache Storage fails independently of IndexedDB, of which one torn write can destroy
 * everything. Over plain http a browser has no Cache Storage. The outbox then has one copy only, without a warning,
 * because such a browser can't install the app or work offline anyway.
 *
 * Unsealed copies from older versions of the app have addresses of their own. They are read when no sealed copy exists,
 * and removed when one is written.
 */
export function cacheMirror(sealing: Sealing, storage: CacheStorage | undefined): Mirror {
  if (!storage) return noMirror
  const copies = new Copies(mirrorName(sealing.user), storage)
  return {
    async put(entry) {
      const { revision, device, sealed } = await sealing.sealEntry(entry)
      const headers = { [REVISION]: String(revision), [DEVICE]: device }
      await copies.put(placeOf(entry), new Response(sealed, { headers }))
    },
    remove: (name) => copies.remove(placeOf(name)),
    names: async () => namesIn(await copies.paths()),
    async read(name) {
      const copy = await copies.sealedCopy(placeOf(name))
      if (copy) return openEntryCopy(sealing, name, copy)
      const unsealed = await copies.clearCopy(placeOf(name))
      // An unreadable copy counts as gone; the caller counts it.
      const entry = ifNamed(name, entryFromCopy(await unsealed?.json().catch(() => null)))
      return entry && { ...entry, isFromClear: true }
    },
    putFile: async (id, bytes) => copies.put(filePath(id), new Response(await sealing.sealFile(id, bytes))),
    removeFile: (id) => copies.remove(filePath(id)),
    fileIds: async () => [...new Set((await copies.paths()).flatMap((path) => FILE.exec(path)?.[1] ?? []))],
    unsealedFileIds: async () =>
      (await copies.paths()).flatMap((path) => (path.startsWith(SEALED) ? [] : (FILE.exec(path)?.[1] ?? []))),
    async readFile({ id, size, isSealed = false }) {
      const copy = await copies.sealedCopy(filePath(id))
      const unsealed = copy || isSealed ? undefined : await copies.clearCopy(filePath(id))
      const bytes = copy ? await openFileCopy(sealing, id, copy) : await readBlob(unsealed)
      return bytes?.size === size ? bytes : null
    },
  }
}

/** The records in the cache. A path is relative to the prefix of the sealed copies or to that of the unsealed ones. */
class Copies {
  readonly #open: () => Promise<Cache>
  #opened: Promise<Cache> | null = null
  /** The addresses of the unsealed copies found so far. */
  readonly #clear = new Set<string>()

  constructor(name: string, storage: CacheStorage) {
    this.#open = () => storage.open(name)
  }
  #cache(): Promise<Cache> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null
      throw error
    })
    return this.#opened
  }
  async paths(): Promise<readonly string[]> {
    const paths = (await (await this.#cache()).keys()).map((request) => new URL(request.url).pathname)
    for (const path of paths) if (!path.startsWith(SEALED)) this.#clear.add(path)
    return paths
  }
  async sealedCopy(path: string): Promise<Response | undefined> {
    return (await this.#cache()).match(SEALED + path)
  }
  async clearCopy(path: string): Promise<Response | undefined> {
    return (await this.#cache()).match(CLEAR + path)
  }
  /** Stores a sealed copy, then removes the unsealed one. */
  async put(path: string, sealed: Response): Promise<void> {
    await (await this.#cache()).put(SEALED + path, sealed)
    await this.#removeClear(path)
  }
  async remove(path: string): Promise<void> {
    await (await this.#cache()).delete(SEALED + path)
    await this.#removeClear(path)
  }
  async #removeClear(path: string): Promise<void> {
    if (this.#clear.has(CLEAR + path)) await (await this.#cache()).delete(CLEAR + path)
    this.#clear.delete(CLEAR + path)
  }
}

/** One name per entry. It also tells whether an unsealed copy exists, and whether no sealed one does. */
function namesIn(paths: readonly string[]): readonly CopyName[] {
  const sealed = new Map<string, CopyName>()
  const clear = new Map<string, CopyName>()
  for (const path of paths) {
    const [, isSealed, digits, id] = NAME.exec(path) ?? []
    const seq = Number(digits)
    if (isSeq(seq) && id) (isSealed ? sealed : clear).set(placeOf({ seq, id }), { seq, id })
  }
  return [...new Map([...sealed, ...clear])].map(([place, name]) => ({
    ...name,
    ...(clear.has(place) && { hasUnsealed: true }),
    ...(!sealed.has(place) && { isUnsealed: true }),
  }))
}

async function openEntryCopy(sealing: Sealing, { seq, id }: CopyName, copy: Response): Promise<OutboxEntry | null> {
  const sealed = await readBytes(copy)
  if (sealed === null) return null
  const revision = Number(copy.headers.get(REVISION))
  const row = { seq, id, revision, device: copy.headers.get(DEVICE) ?? '', sealed }
  const content = await sealing.openContent(row)
  return content === null ? sealing.placeholderFor(row) : ifNamed({ seq, id }, entryFromCopy(content))
}
/** The entry if it belongs under this name. A copy under another entry's name counts as damaged: null. */
function ifNamed({ seq, id }: Pick<CopyName, 'seq' | 'id'>, entry: OutboxEntry | null): OutboxEntry | null {
  return entry?.seq === seq && entry.id === id ? entry : null
}
async function openFileCopy(sealing: Sealing, id: string, copy: Response): Promise<Blob | null> {
  const sealed = await readBytes(copy)
  return sealed && sealing.openFile(id, sealed)
}
async function readBlob(copy: Response | undefined): Promise<Blob | null> {
  return (await copy?.blob().catch(() => null)) ?? null
}

async function readBytes(copy: Response): Promise<Sealed | null> {
  const bytes = await copy.arrayBuffer().catch(() => null)
  return bytes && bytes.byteLength > 0 ? new Uint8Array(bytes) : null
}

const noMirror: Mirror = {
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  names: () => Promise.resolve([]),
  read: () => Promise.resolve(null),
  putFile: () => Promise.resolve(),
  removeFile: () => Promise.resolve(),
  fileIds: () => Promise.resolve([]),
  unsealedFileIds: () => Promise.resolve([]),
  readFile: () => Promise.resolve(null),
}
