import type { OutboxPorts } from '../ports.ts'
import { inTime } from './in-time.ts'
import type { AppliedChange } from './settle.ts'
import { withSmallVersions } from './small-versions.ts'

/** The longest time that a change waits for its photos before it is settled, and its sender after that. */
const MAX_MS = 10_000

/** Changes whose photos are stored to be read, with what is left to do after they are settled. */
export interface WithPhotosKept<Applied> {
  /** The changes, their photos with the paths of their small versions. */
  readonly applied: readonly Applied[]
  /** Stores the photos that took too long, or did not fit while their files were still stored. Never rejects. */
  readonly keepRest: () => Promise<void>
}

/**
 * Stores the small versions of the photos that applied changes have brought to the server. Call it before the changes
 * are settled, which deletes the files, and before anything shows the server's addresses: then the photos stay visible
 * even if the network is lost with this response. Never rejects: the server has the photos, and a photo that can't be
 * stored is stored when a page shows it with a network. Stops when `signal` is aborted: the page is frozen.
 */
export async function keepPhotos<Applied extends AppliedChange>(
  { store, photos, clock }: Pick<OutboxPorts, 'store' | 'photos' | 'clock'>,
  changes: readonly Applied[],
  signal: AbortSignal,
): Promise<WithPhotosKept<Applied>> {
  const applied = changes.map((one) => ({
    ...one,
    entry: { ...one.entry, files: withSmallVersions(one.entry.files, one.reply) },
  }))
  const sent = applied.flatMap(({ entry: { files } }) =>
    files.flatMap(({ id, smallVersionPath: path }) => (path === undefined ? [] : [{ id, path }])),
  )
  if (sent.length === 0) return { applied, keepRest: () => Promise.resolve() }
  const refused: (() => Promise<void>)[] = []
  const keepAll = async () => {
    const puts: (() => Promise<void>)[] = []
    for (const { id, path } of sent) {
      // A file that can't be read must not keep the others from being stored.
      const bytes = await store.read((tx) => tx.file(id)).catch(() => undefined)
      if (bytes) puts.push(() => photos.put(path, bytes))
    }
    // One after another: a decoded photo needs much memory.
    for (const put of puts) if (!signal.aborted) await put().catch(() => refused.push(put))
  }
  const keeping = keepAll()
  await inTime(clock, keeping, MAX_MS)
  const keepRest = async () => {
    await keeping
    // Now the files themselves have made room. Another failure means a photo that can't be drawn, or a full disk.
    for (const put of refused) if (!signal.aborted) await put().catch(() => undefined)
  }
  return { applied, keepRest: async () => void (await inTime(clock, keepRest(), MAX_MS)) }
}
