import { entryFromCopy, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { mirrorName, placeOf } from '#src/offline/outbox/entry/names.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import type { Mirror, MirrorName } from '../ports.ts'
import type { Sealing } from './sealing.ts'

/** Never fetched: only names records within the cache. */
const CLEAR = '/outbox-mirror/'
const SEALED = `${CLEAR}sealed/`
const fileOf = (id: string) => `files/${id}`
const NAME = /^\/outbox-mirror\/(sealed\/)?(\d+)\/([\w-]+)$/
const FILE = /^\/outbox-mirror\/(?:sealed\/)?files\/(.+)$/
/** Where a copy has what it needs to be opened; its number and its id stand in its address. */
const [REVISION, DEVICE] = ['x-revision', 'x-device']

/**
 * The mirror in Cache Storage, which does not share a fate with IndexedDB: one torn write can cost the whole of that.
 * Over plain http a browser has none; the outbox then stands on one leg, and says so nowhere, for such a browser can't
 * install the app or work offline in the first place.
 *
 * Copies that older versions of the app have left in clear lie at addresses of their own. They are read where there is no
 * sealed one, and go when there is.
 */
export function cacheMirror(sealing: Sealing, storage: CacheStorage | undefined): Mirror {
  if (!storage) return noMirror
  const copies = new Copies(mirrorName(sealing.user), storage)
  return {
    async put(entry) {
      const { revision, device, sealed } = await sealing.entry(entry)
      const headers = { [REVISION]: String(revision), [DEVICE]: device }
      await copies.put(placeOf(entry), new Response(sealed, { headers }))
    },
    remove: (name) => copies.remove(placeOf(name)),
    names: async () => namesIn(await copies.paths()),
    async read(name) {
      const copy = await copies.sealed(placeOf(name))
      if (copy) return openedEntry(sealing, name, copy)
      const inClear = await copies.clear(placeOf(name))
      // A copy that does not read is as good as gone; the caller counts it.
      const entry = ofName(name, entryFromCopy(await inClear?.json().catch(() => null)))
      return entry && { ...entry, isFromClear: true }
    },
    putFile: async (id, bytes) => copies.put(fileOf(id), new Response(await sealing.file(id, bytes))),
    removeFile: (id) => copies.remove(fileOf(id)),
    fileIds: async () => [...new Set((await copies.paths()).flatMap((path) => FILE.exec(path)?.[1] ?? []))],
    clearFileIds: async () =>
      (await copies.paths()).flatMap((path) => (path.startsWith(SEALED) ? [] : (FILE.exec(path)?.[1] ?? []))),
    async readFile({ id, size, isSealed = false }) {
      const copy = await copies.sealed(fileOf(id))
      const inClear = copy || isSealed ? undefined : await copies.clear(fileOf(id))
      const bytes = copy ? await openedFile(sealing, id, copy) : await blobIn(inClear)
      return bytes?.size === size ? bytes : null
    },
  }
}

/** What lies in the cache: by its path behind the place of the sealed copies, or of the clear ones. */
class Copies {
  readonly #open: () => Promise<Cache>
  #opened: Promise<Cache> | null = null
  /** The addresses of the clear copies that have been seen. */
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
  async sealed(path: string): Promise<Response | undefined> {
    return (await this.#cache()).match(SEALED + path)
  }
  async clear(path: string): Promise<Response | undefined> {
    return (await this.#cache()).match(CLEAR + path)
  }
  /** A clear one goes when the sealed one is there. */
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

/** Of each entry one name, with the word whether it lies there in clear as well, or in clear alone. */
function namesIn(paths: readonly string[]): readonly MirrorName[] {
  const sealed = new Map<string, MirrorName>()
  const clear = new Map<string, MirrorName>()
  for (const path of paths) {
    const [, isSealed, digits, id] = NAME.exec(path) ?? []
    const seq = Number(digits)
    if (isSeq(seq) && id) (isSealed ? sealed : clear).set(placeOf({ seq, id }), { seq, id })
  }
  return [...new Map([...sealed, ...clear])].map(([place, name]) => ({
    ...name,
    ...(clear.has(place) && { isClear: true }),
    ...(!sealed.has(place) && { isUnsealed: true }),
  }))
}

async function openedEntry(sealing: Sealing, { seq, id }: MirrorName, copy: Response): Promise<OutboxEntry | null> {
  const sealed = await bytesIn(copy)
  if (sealed === null) return null
  const revision = Number(copy.headers.get(REVISION))
  const row = { seq, id, revision, device: copy.headers.get(DEVICE) ?? '', sealed }
  const content = await sealing.contentOf(row)
  return content === null ? sealing.unopened(row) : ofName({ seq, id }, entryFromCopy(content))
}
/** A copy under another's name is as good as damaged. */
function ofName({ seq, id }: Pick<MirrorName, 'seq' | 'id'>, entry: OutboxEntry | null): OutboxEntry | null {
  return entry?.seq === seq && entry.id === id ? entry : null
}
async function openedFile(sealing: Sealing, id: string, copy: Response): Promise<Blob | null> {
  const sealed = await bytesIn(copy)
  return sealed && sealing.openFile(id, sealed)
}
async function blobIn(copy: Response | undefined): Promise<Blob | null> {
  return (await copy?.blob().catch(() => null)) ?? null
}

async function bytesIn(copy: Response): Promise<Sealed | null> {
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
  clearFileIds: () => Promise.resolve([]),
  readFile: () => Promise.resolve(null),
}
