import type { OutboxPorts } from '../ports.ts'
import { inTime } from './in-time.ts'
import type { AppliedChange } from './settle.ts'
import { withSmallVersions } from './small-versions.ts'

/** The longest time that a change waits for its photos before it is settled. */
const MAX_MS = 10_000

/** Changes whose photos are stored to be read, with what is left to do after they are settled. */
export interface WithPhotosKept<Applied> {
  /** The changes, their photos with the paths of their small versions. */
  readonly applied: readonly Applied[]
  /** Stores the photos that did not fit while their files were still stored. Never rejects. */
  readonly keepRest: () => Promise<void>
}

/**
 * Stores the small versions of the photos that applied changes have brought to the server. Call it before the changes
 * are settled, which deletes the files, and before anything shows the server's addresses: then the photos stay visible
 * even if the network is lost with this response. Never rejects: the server has the photos, and a photo that can't be
 * stored is stored when a page shows it with a network.
 */
export async function keepPhotos<Applied extends AppliedChange>(
  { store, photos, clock }: Pick<OutboxPorts, 'store' | 'photos' | 'clock'>,
  changes: readonly Applied[],
): Promise<WithPhotosKept<Applied>> {
  const applied = changes.map((one) => ({
    ...one,
    entry: { ...one.entry, files: withSmallVersions(one.entry.files, one.reply) },
  }))
  const rest: (() => Promise<void>)[] = []
  const keepAll = async () => {
    // One after another: a decoded photo needs much memory.
    for (const { id, smallVersion } of applied.flatMap(({ entry }) => entry.files)) {
      if (smallVersion === undefined) continue
      const bytes = await store.read((tx) => tx.file(id))
      const put = async () => bytes && photos.put(smallVersion, bytes)
      await put().catch(() => rest.push(put))
    }
  }
  if (applied.some(({ entry }) => entry.files.length > 0)) await inTime(clock, keepAll(), MAX_MS)
  const keepRest = async () => {
    // Now the files themselves have made room. Another failure means a photo that can't be drawn, or a full disk.
    for (const put of rest) await put().catch(() => undefined)
  }
  return { applied, keepRest }
}
