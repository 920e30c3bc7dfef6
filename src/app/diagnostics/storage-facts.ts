import { type Connection, connectionTo } from '#src/browser/connection.ts'
import { EXISTING_ONLY } from '#src/browser/open-database.ts'
import { formatCount } from '#src/format/numbers.ts'
import { itemKeys, readItem } from '#src/session/web-storage.ts'
import { masked, type Section } from './diagnosis.ts'

/** The most records whose sizes are estimated: more would slow down the page. */
const MAX_WEIGHED = 2_000

/** A size in words: "12.3 MB". */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const
  const at = count < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3))
  return `${(count / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}

export async function storageFacts(user: string | null): Promise<Section> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  const isPersisted = await navigator.storage?.persisted?.()
  const keys = itemKeys('local')
  const local = keys.reduce((sum, key) => sum + key.length + (readItem('local', key)?.length ?? 0), 0)
  return {
    title: 'Storage',
    facts: [
      ['Used', usage === undefined ? 'not known' : bytes(usage)],
      ['Allowed', quota === undefined ? 'not known' : bytes(quota)],
      ['Kept from eviction', isPersisted === undefined ? 'not known' : isPersisted ? 'yes' : 'no'],
      ['Local storage', `${keys.length} entries, ${bytes(local)}`],
    ],
    table: {
      columns: ['Stored in', 'Part', 'Records', 'About'],
      rows: [...(await databaseRows(user)), ...(await cacheRows(user))],
      empty: 'Couldn’t read storage.',
    },
  }
}

async function databaseRows(user: string | null): Promise<readonly (readonly string[])[]> {
  const names = (await indexedDB.databases?.())?.flatMap(({ name }) => name ?? []) ?? []
  const rows = names.map(async (name) => {
    const shown = masked(name, user)
    // Another user's data is not opened.
    return shown.includes('(another person)') ? [[shown, '', '', '']] : await partsOf(name, shown)
  })
  return (await Promise.all(rows)).flat()
}

async function partsOf(name: string, shown: string): Promise<readonly (readonly string[])[]> {
  const connection = connectionTo<unknown>(name, EXISTING_ONLY)
  try {
    const parts = await connection.stores()
    return await Promise.all(parts.map(async (part) => [shown, part, ...(await figuresOf(connection, part))]))
  } catch {
    return [[shown, 'can’t be opened', '', '']]
  } finally {
    void connection.close()
  }
}

/** The number of records in an object store, and their approximate size. */
function figuresOf(connection: Connection<unknown>, part: string): Promise<readonly [string, string]> {
  // Each stored response has a small record of its use, which contains its size.
  const weighed = part === 'answers' ? 'uses' : part
  return connection.run([part, weighed], 'readonly', async (tx) => {
    const most = part === 'answers' ? undefined : MAX_WEIGHED
    const [count, records] = await Promise.all([
      tx.objectStore(part).count(),
      tx.objectStore(weighed).getAll(undefined, most),
    ])
    const sum = records.reduce<number>(
      (total, record) => total + (part === 'answers' ? sizeIn(record) : weigh(record)),
      0,
    )
    return [formatCount(count), records.length === most ? `more than ${bytes(sum)}` : bytes(sum)]
  })
}

const sizeIn = (use: unknown) => (typeof use === 'object' && use && 'size' in use ? Number(use.size) : 0)

/** The approximate size of a stored value, in bytes. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Blob) return value.size
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + weigh(part), 0)
}

async function cacheRows(user: string | null): Promise<readonly (readonly string[])[]> {
  if (globalThis.caches === undefined) return []
  const names = await caches.keys()
  return Promise.all(
    names.map(async (name) => [
      masked(name, user),
      'cache',
      formatCount((await (await caches.open(name)).keys()).length),
      '',
    ]),
  )
}
