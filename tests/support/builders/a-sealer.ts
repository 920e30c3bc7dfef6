import { importSealKey, type Sealer, sealerWith } from '#src/seal/sealer.ts'

/** A sealer with a real key. The same number gives the same key. */
export async function aSealer(number = 1): Promise<Sealer> {
  const id = number.toString(16).padStart(8, '0')
  return sealerWith([await importSealKey(id, new Uint8Array(32).fill(number))])
}
