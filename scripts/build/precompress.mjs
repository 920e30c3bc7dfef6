import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|html|json|svg|webmanifest|txt|map)$/

/**
 * Compresses with Brotli at the highest quality, as the server sends it.
 * @param {Buffer} bytes
 */
export const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // The largest window that all browsers accept.
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  })

/**
 * Writes `.br` and `.gz` next to every text file under `folder`, so that no request waits for compression.
 * @param {string} folder absolute
 */
export async function precompress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      writeFileSync(join(folder, `${name}.br`), await brotli(bytes))
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
