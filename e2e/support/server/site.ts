/**
 * The app's origin in every browser, whatever the server's port. A profile's storage belongs to an origin, so a used
 * device can only continue at another worker's server if the origin is the same. Browsers trust `localhost` names like
 * a site with a certificate, which a service worker needs.
 */
export const SITE = 'http://yard.localhost'

/** The browser argument that resolves `SITE` to a server or proxy on this machine. */
export function leadingTo(url: string): string {
  return `--host-resolver-rules=MAP ${new URL(SITE).hostname}:80 ${new URL(url).host}`
}
