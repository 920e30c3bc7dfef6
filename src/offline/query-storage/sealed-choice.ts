import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'

const aboutChoice = (key: string) => aboutOf('chosen', key)

/** A choice as it is kept under `key`. */
export async function sealChoice(sealer: Sealer, key: string, choice: string): Promise<string> {
  return toBase64(await sealText(sealer, choice, aboutChoice(key)))
}

/** Whether a version of the app has kept it that did not seal: what is sealed is base64. */
export const isUnsealedChoice = (kept: string): boolean => kept.startsWith('{')

/** The choice that is kept under `key`; null when it does not open. */
export async function openChoice(sealer: Sealer, key: string, kept: string): Promise<string | null> {
  if (isUnsealedChoice(kept)) return kept
  const sealed = fromBase64(kept)
  return sealed && openText(sealer, sealed, aboutChoice(key))
}
