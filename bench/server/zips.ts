import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_ATTACHMENT_BYTES } from '#contract/files/attachments.ts'
import { originalName } from '#server/modules/files/file-names.ts'
import { createZip } from '#server/modules/files/zip-service.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import { printTable, shown } from '../measure.ts'
import { inOwnProcess } from './imports.ts'

const MIB = 1024 * 1024
const SIZES = [20, 200]
/** A process that may hold no more than that beside its buffers. */
const SMALL = ['--expose-gc', '--max-old-space-size=64']

interface Zipped {
  /** Bytes that went out, and the most that the process had from the system beyond what it had before. */
  readonly sent: number
  readonly grown: number
}

/** Zips so many MB of attachments, read by somebody who takes it piece by piece. */
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
    process.send?.({ sent, grown: most - before } satisfies Zipped)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What the zip of an inspection's attachments takes of memory, by its size. */
export async function measureZips(): Promise<void> {
  const lines: string[][] = []
  for (const size of SIZES) {
    const { sent, grown } = await inOwnProcess<Zipped>('zips-once', size, SMALL)
    lines.push([`${size} MB`, shown(sent / MIB), shown(grown / MIB)])
  }
  printTable('All attachments of an inspection as one zip, in a heap of 64 MiB', [
    ['attachments', 'MiB sent', 'MiB that the process grew by'],
    ...lines,
  ])
}
