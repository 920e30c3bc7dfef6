import { squarePng } from '#tests/support/browser/png.ts'

/** A real PNG of colored noise, which does not compress: about 3 bytes per pixel. Equal seeds give equal images. */
export function aPicture(side: number, seed = 1): Buffer {
  const rows = Buffer.alloc(side * (side * 3 + 1))
  let state = seed
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // Each row begins with its filter type, 0 (none).
    rows[at] = at % (side * 3 + 1) === 0 ? 0 : state >>> 24
  }
  return squarePng({ side, pixel: 'rgb', rows })
}
