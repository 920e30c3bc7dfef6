import { type IDBPDatabase, openDB } from 'idb'
import { counted } from '#src/format/numbers.ts'
import { itemKeys, readItem } from '#src/session/web-storage.ts'
import { masked, type Section } from './diagnosis.ts'

/** Weighing more than this would hold up the page for what it tells. */
const MOST_WEIGHED = 2_000

/** "12.3 MB". */
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
      empty: 'Nothing is stored, or the browser does not tell.',
    },
  }
}

async function databaseRows(user: string | null): Promise<readonly (readonly string[])[]> {
  const names = (await indexedDB.databases?.())?.flatMap(({ name }) => name ?? []) ?? []
  const rows = names.map(async (name) => {
    const shown = masked(name, user)
    // What another person left here is not opened.
    return shown.includes('(another person)') ? [[shown, '', '', '']] : await partsOf(name, shown)
  })
  return (await Promise.all(rows)).flat()
}

/** For opening a database that may be gone by now: it must not be made anew, empty, by looking at it. */
export function isNotThere(_db: unknown, _from: number, _to: number | null, tx: { abort(): void }): void {
  tx.abort()
}

async function partsOf(name: string, shown: string): Promise<readonly (readonly string[])[]> {
  const db = await openDB(name, undefined, { upgrade: isNotThere }).catch(() => null)
  if (db === null) return [[shown, 'can’t be opened', '', '']]
  try {
    return await Promise.all(
      [...db.objectStoreNames].map(async (part) => [
        shown,
        part,
        counted(await db.count(part)),
        await weightOf(db, part),
      ]),
    )
  } finally {
    db.close()
  }
}

async function weightOf(db: IDBPDatabase, part: string): Promise<string> {
  // Each stored answer has a small record of its use beside it, which tells its size.
  if (part === 'answers') {
    const uses: readonly unknown[] = db.objectStoreNames.contains('uses') ? await db.getAll('uses') : []
    const sizes = uses.map((use) => (typeof use === 'object' && use && 'size' in use ? Number(use.size) : 0))
    return bytes(sizes.reduce((sum, size) => sum + size, 0))
  }
  const records: readonly unknown[] = await db.getAll(part, undefined, MOST_WEIGHED)
  const sum = records.reduce<number>((total, record) => total + weigh(record), 0)
  return records.length === MOST_WEIGHED ? `more than ${bytes(sum)}` : bytes(sum)
}

/** About how many bytes a stored value takes. */
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
      counted((await (await caches.open(name)).keys()).length),
      '',
    ]),
  )
}
