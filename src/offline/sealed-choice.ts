import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'
import { chosenKeys } from './chosen-items.ts'

const aboutChoice = (key: string) => aboutOf('chosen', key)

/** A choice as it is kept under `key`. */
export async function sealChoice(sealer: Sealer, key: string, choice: string): Promise<string> {
  return toBase64(await sealText(sealer, choice, aboutChoice(key)))
}

/** What versions of the app that did not seal have kept; what is sealed is base64. */
const isInClear = (kept: string) => kept.startsWith('{')

/** The choice that is kept under `key`; null when it does not open. */
export async function openChoice(sealer: Sealer, key: string, kept: string): Promise<string | null> {
  if (isInClear(kept)) return kept
  const sealed = fromBase64(kept)
  return sealed && openText(sealer, sealed, aboutChoice(key))
}

/** Seals what of a person's choices lies there in clear. */
export async function sealFormerChoices(sealer: Sealer, userId: string): Promise<void> {
  for (const key of chosenKeys(userId)) {
    const kept = readItem('local', key)
    if (kept === null || !isInClear(kept)) continue
    const sealed = await sealChoice(sealer, key, kept)
    // Unless another choice was made meanwhile, or the person has left.
    if (readItem('local', key) === kept) writeItem('local', key, sealed)
  }
}
