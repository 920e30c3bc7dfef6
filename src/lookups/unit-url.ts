import type { UnitKind } from '#contract/units/unit-choices.ts'

/** What the address of a unit's page contains. `id`: the unit's id, or its client id on the device that created it. */
export interface UnitRef {
  readonly kind: UnitKind
  readonly id: string
}

const UNIT_URL = /\/units\/(truck|trailer)\/([^/?#]+)\/?$/

/** The URL of a unit's page, for a printed code. `origin`: `https://haulyard.example`. */
export function unitUrl({ kind, id }: UnitRef, origin: string): string {
  return `${origin}/units/${kind}/${encodeURIComponent(id)}`
}

/** The unit that such a URL names, whatever its origin; null for any other text. */
export function unitOfUrl(text: string): UnitRef | null {
  const [, kind, id] = UNIT_URL.exec(text.trim()) ?? []
  if ((kind !== 'truck' && kind !== 'trailer') || id === undefined) return null
  try {
    return { kind, id: decodeURIComponent(id) }
  } catch {
    // A "%" that encodes nothing: not an address of ours.
    return null
  }
}
