/** The names of the two session cookies, from the specification. */
export const ACCESS_COOKIE = 'access-token'
export const REFRESH_COOKIE = 'refresh-token'
/** The lifetime of the refresh token. The access cookie outlives its token, which is refreshed after a 401. */
export const REMEMBERED_SECONDS = 60 * 24 * 60 * 60

export interface Cookies {
  read(name: string): string | null
  /** `maxAge` in seconds; null for a cookie that ends with the browser's session. */
  write(name: string, value: string, maxAge: number | null): void
  remove(name: string): void
}

function writeCookie(name: string, value: string, ending: string): void {
  const secure = globalThis.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: boot must read it synchronously; the Cookie Store is asynchronous.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${ending}`
}

/** Null for a value that is not URL-encoded: other programs on this host, on any port, share its cookies. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

export const browserCookies: Cookies = {
  read(name) {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
    const value = pair?.slice(name.length + 1)
    return value ? decoded(value) : null
  },
  write: (name, value, maxAge) => writeCookie(name, value, maxAge === null ? '' : `; Max-Age=${maxAge}`),
  remove: (name) => writeCookie(name, '', '; Max-Age=0'),
}
