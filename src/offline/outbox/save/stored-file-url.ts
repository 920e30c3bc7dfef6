const SCHEME = 'outbox-file:'

/** The URL in optimistic rows for a file that only this device has. */
export const storedFileUrl = (id: string): string => `${SCHEME}${id}`

/** The id of the file in such a URL; null for every other URL. */
export function storedFileIdOf(url: string | null): string | null {
  return url?.startsWith(SCHEME) ? url.slice(SCHEME.length) : null
}
