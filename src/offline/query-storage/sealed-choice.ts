import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'

const aboutChoice = (key: string) => aboutOf('chosen', key)

/** A choice in the form stored under `key`. */
export async function sealChoice(sealer: Sealer, key: string, choice: string): Promise<string> {
  return toBase64(await sealText(sealer, choice, aboutChoice(key)))
}

/** Whether an older version of the app stored the choice unsealed, as JSON. A sealed choice is base64. */
export const isUnsealedChoice = (stored: string): boolean => stored.startsWith('{')

/** The choice stored under `key`; null when it does not open. */
export async function openChoice(sealer: Sealer, key: string, stored: string): Promise<string | null> {
  if (isUnsealedChoice(stored)) return stored
  const sealed = fromBase64(stored)
  return sealed && openText(sealer, sealed, aboutChoice(key))
}
