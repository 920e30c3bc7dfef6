import * as z from 'zod/mini'

/** A key crosses no network in the clear; this machine's own is for trying it out. */
export const vendorUrl = z.union(
  [
    z.url({ protocol: /^https$/, hostname: /./ }),
    z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }),
  ],
  'must be an address like https://api.vendor.example/v1',
)

/** What goes into a header or a signature, as it stands. */
export const vendorKey = z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/, 'must be a key without spaces')))

/** Who is asked, of several; nobody says so: the simulator. */
export const provider = <const P extends readonly string[]>(...names: P) =>
  z._default(z.enum(names, `must be one of ${names.join(', ')}`), 'simulator' as never)

/** An address that paths are put behind. */
export const withoutSlash = (url: string) => url.replace(/\/+$/, '')
