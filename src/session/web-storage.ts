/**
 * Local and session storage that may be unavailable: a browser that blocks them throws at every access, a full one at a
 * write. Reads then find nothing, and `writeItem` returns false.
 */
export type StorageArea = 'local' | 'session'

const areaOf = (area: StorageArea) => (area === 'local' ? globalThis.localStorage : globalThis.sessionStorage)

export function readItem(area: StorageArea, key: string): string | null {
  try {
    return areaOf(area).getItem(key)
  } catch {
    return null // Blocked.
  }
}

export function writeItem(area: StorageArea, key: string, value: string): boolean {
  try {
    areaOf(area).setItem(key, value)
    return true
  } catch {
    return false // Blocked or full.
  }
}

export function removeItem(area: StorageArea, key: string): void {
  try {
    areaOf(area).removeItem(key)
  } catch {
    // Blocked: nothing is stored.
  }
}

export function itemKeys(area: StorageArea): readonly string[] {
  try {
    return Object.keys(areaOf(area))
  } catch {
    return [] // Blocked.
  }
}
