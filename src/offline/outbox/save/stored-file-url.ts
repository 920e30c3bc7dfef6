const SCHEME = 'outbox-file:'

/** How a row that a waiting change shows names a file that only this device has. */
export const storedFileUrl = (id: string): string => `${SCHEME}${id}`

/** The id of such a file; null for every other address. */
export function storedFileIdOf(url: string | null): string | null {
  return url?.startsWith(SCHEME) ? url.slice(SCHEME.length) : null
}
