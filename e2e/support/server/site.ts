/**
 * Where every browser finds the app, whichever port it is at: what a profile keeps belongs to an address, so only with the
 * same one can a used device go on at another worker's server. Names of this kind are as trusted as a site with a
 * certificate, as a service worker needs.
 */
export const SITE = 'http://yard.localhost'

/** The argument of a browser for which that address leads to a server or a network of this machine. */
export function leadingTo(url: string): string {
  return `--host-resolver-rules=MAP ${new URL(SITE).hostname}:80 ${new URL(url).host}`
}
