import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AttachmentType } from '#contract/files/attachments.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

/** The files that the demo company's reports have: each in many reports, its bytes kept once. */
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

/** A sample as the database knows it. `kept_as`: what its bytes are called in the files store. */
export interface KeptSample {
  readonly sample: string
  readonly kept_as: string
  readonly type: AttachmentType
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

/** Its bytes, and those of the small picture that a photo has beside. */
export interface SampleBytes {
  readonly bytes: Uint8Array
  readonly thumbnail: Uint8Array | null
}

const read = (file: string) => readFile(new URL(`../attachments/${file}`, import.meta.url))

/** All of them. */
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
 * Keeps the bytes of what the demo company's reports have attached, and of pictures a small one beside. Before the rows that
 * name them: a file that is named is there. Doing it twice, or by two processes at once, does no harm.
 */
export async function keepSamples(files: FileStore): Promise<void> {
  for (const { kept_as, size, bytes, thumbnail } of await readSamples()) {
    if ((await files.sizeOf(kept_as)) === size) continue
    // The photo last: where it is, the small one beside it is too.
    if (thumbnail) await files.store(`${kept_as}-thumbnail`, thumbnail)
    await files.store(kept_as, bytes)
  }
}
