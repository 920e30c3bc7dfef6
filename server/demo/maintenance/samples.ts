import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AttachmentType } from '#contract/files/attachments.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

/** The sample files of the demo company's reports. Each is in many reports; its bytes are stored once. */
export const SAMPLES = {
  'air-leak': 'air-leak.jpg',
  'brake-hose': 'brake-hose.jpg',
  'door-seal': 'door-seal.jpg',
  'fifth-wheel': 'fifth-wheel.jpg',
  'lug-nuts': 'lug-nuts.jpg',
  'marker-lamp': 'marker-lamp.jpg',
  mirror: 'mirror.jpg',
  'mud-flap': 'mud-flap.jpg',
  odometer: 'odometer.jpg',
  'worn-tire': 'worn-tire.jpg',
  'annual-inspection': 'annual-inspection.pdf',
  invoice: 'invoice.pdf',
  'work-order': 'work-order.pdf',
} as const
export type Sample = keyof typeof SAMPLES

/** A sample as the database stores it. `kept_as`: the name of its bytes in the file store. */
export interface KeptSample {
  readonly sample: string
  readonly kept_as: string
  readonly type: AttachmentType
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

/** The bytes of a sample, and of its thumbnail. Papers have no thumbnail. */
export interface SampleBytes {
  readonly bytes: Uint8Array
  readonly thumbnail: Uint8Array | null
}

const read = (file: string) => readFile(new URL(`../attachments/${file}`, import.meta.url))

/** Reads all samples with their bytes. */
export function readSamples(): Promise<readonly (KeptSample & SampleBytes)[]> {
  return Promise.all(
    Object.entries(SAMPLES).map(async ([sample, file]) => {
      const isPaper = file.endsWith('.pdf')
      const bytes = await read(file)
      return {
        ...{ sample, kept_as: `demo/${sample}`, type: isPaper ? 'application/pdf' : 'image/jpeg', size: bytes.length },
        ...{ sha256: createHash('sha256').update(bytes).digest('hex'), bytes },
        thumbnail: isPaper ? null : await read(`${sample}-thumbnail.webp`),
      }
    }),
  )
}

/**
 * Stores the bytes of all samples, and the thumbnails of photos. Call it before the rows that name the files are
 * inserted, so that every named file exists. A second call, or two processes at the same time, do no harm.
 */
export async function keepSamples(files: FileStore): Promise<void> {
  for (const { kept_as, size, bytes, thumbnail } of await readSamples()) {
    if ((await files.sizeOf(kept_as)) === size) continue
    // The photo is stored last: where it exists, its thumbnail exists too.
    if (thumbnail) await files.store(`${kept_as}-thumbnail`, thumbnail)
    await files.store(kept_as, bytes)
  }
}
