import * as z from 'zod/mini'

/**
 * The address of a vendor. Only https, because the key must not cross a network in clear text. Plain http for this
 * machine, for tests.
 */
export const vendorUrl = z.union(
  [
    z.url({ protocol: /^https$/, hostname: /./ }),
    z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }),
  ],
  'must be an address like https://api.vendor.example/v1',
)

/** A key that is used unchanged in a header or a signature. */
export const vendorKey = z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/, 'must be a key without spaces')))

/** The setting that chooses one of these vendors. Default: the simulator. */
export const providerSetting = <const P extends readonly string[]>(...names: P) =>
  z._default(z.enum(names, `must be one of ${names.join(', ')}`), 'simulator' as never)

/** Removes slashes at the end, so that a path can be appended. */
export const withoutSlash = (url: string) => url.replace(/\/+$/, '')
