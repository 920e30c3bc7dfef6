import { entryFromCopy } from './entry.ts'
import { mirrorName } from './names.ts'
import type { Mirror, MirrorName } from './ports.ts'

/** Never fetched: only names records within the cache. */
const PLACE = '/outbox-mirror/'
const FILES = `${PLACE}files/`
const urlOf = ({ seq, id }: MirrorName) => `${PLACE}${seq}/${id}`
const fileUrl = (id: string) => `${FILES}${id}`

/**
 * The mirror in Cache Storage, which does not share a fate with IndexedDB: one torn write can cost the whole of that.
 * Over plain http a browser has none; the outbox then stands on one leg, and says so nowhere, for such a browser can't
 * install the app or work offline in the first place.
 */
export function cacheMirror(user: string, storage: CacheStorage | undefined): Mirror {
  if (!storage) return noMirror
  let opened: Promise<Cache> | null = null
  const cache = () => {
    opened ??= storage.open(mirrorName(user)).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    async put(entry) {
      const copy = new Response(JSON.stringify(entry), { headers: { 'content-type': 'application/json' } })
      await (await cache()).put(urlOf(entry), copy)
    },
    async remove(name) {
      await (await cache()).delete(urlOf(name))
    },
    async names() {
      return (await (await cache()).keys()).flatMap((request) => nameOf(new URL(request.url).pathname) ?? [])
    },
    async putFile(id, bytes) {
      await (await cache()).put(fileUrl(id), new Response(bytes, { headers: { 'content-type': bytes.type } }))
    },
    async removeFile(id) {
      await (await cache()).delete(fileUrl(id))
    },
    async fileIds() {
      const paths = (await (await cache()).keys()).map((request) => new URL(request.url).pathname)
      return paths.flatMap((path) => (path.startsWith(FILES) ? path.slice(FILES.length) : []))
    },
    async readFile({ id, size }) {
      const copy = await (await cache()).match(fileUrl(id))
      const bytes = await copy?.blob().catch(() => null)
      return bytes?.size === size ? bytes : null
    },
    async read(name) {
      const copy = await (await cache()).match(urlOf(name))
      // A copy that does not read is as good as gone; the caller counts it.
      const content: unknown = await copy?.json().catch(() => null)
      return entryFromCopy(content)
    },
  }
}

function nameOf(path: string): MirrorName | null {
  const [, seq, id] = /^\/outbox-mirror\/(\d+)\/([\w-]+)$/.exec(path) ?? []
  return seq && id ? { seq: Number(seq), id } : null
}

const noMirror: Mirror = {
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  names: () => Promise.resolve([]),
  read: () => Promise.resolve(null),
  putFile: () => Promise.resolve(),
  removeFile: () => Promise.resolve(),
  fileIds: () => Promise.resolve([]),
  readFile: () => Promise.resolve(null),
}
