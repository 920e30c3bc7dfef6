import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_ATTACHMENT_BYTES } from '#contract/files/attachments.ts'
import { originalName } from '#server/modules/files/file-names.ts'
import { createZip } from '#server/modules/files/zip-service.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import { formatNumber, printTable } from '../measure.ts'
import { inOwnProcess } from './imports.ts'

const MIB = 1024 * 1024
const SIZES = [20, 200]
/** A heap of at most 64 MiB (buffers are extra), with garbage collection on request. */
const SMALL = ['--expose-gc', '--max-old-space-size=64']

interface ZipFigures {
  /** Size of the zip in bytes. */
  readonly sent: number
  /** The largest growth of the process's resident memory, in bytes. */
  readonly grown: number
}

/** Zips the requested MB of attachments for a reader that takes the zip piece by piece. */
export async function zipOnce(): Promise<void> {
  const megabytes = Number(process.argv[3])
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-zip-'))
  try {
    const store = localFiles(folder)
    const count = Math.ceil((megabytes * MIB) / MAX_ATTACHMENT_BYTES)
    const files = Array.from({ length: count }, (_, at) => ({
      ...({
        id: randomUUID(),
        area: 'maintenance',
        record_id: '1',
        name: `IMG_${at}.jpg`,
        type: 'image/jpeg',
      } as const),
      ...{ is_original: true, kept_as: null, created_at: '2026-11-21T15:00:00Z' },
    }))
    for (const { id } of files) await store.store(originalName(id), randomBytes(MAX_ATTACHMENT_BYTES))
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let [sent, most] = [0, before]
    for await (const piece of createZip(store, files)) {
      sent += (piece as Uint8Array).length
      most = Math.max(most, process.memoryUsage().rss)
    }
    process.send?.({ sent, grown: most - before } satisfies ZipFigures)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Measures the memory for the zip of an inspection's attachments, by size. */
export async function measureZips(): Promise<void> {
  const lines: string[][] = []
  for (const size of SIZES) {
    const { sent, grown } = await inOwnProcess<ZipFigures>('zips-once', size, SMALL)
    lines.push([`${size} MB`, formatNumber(sent / MIB), formatNumber(grown / MIB)])
  }
  printTable('All attachments of an inspection as one zip, in a heap of 64 MiB', [
    ['attachments', 'MiB sent', 'MiB that the process grew by'],
    ...lines,
  ])
}
