import { countOf, formatCount } from '#src/format/numbers.ts'
import type { StoredFile } from '#src/offline/outbox/entry/entry.ts'

/**
 * What the server has of a waiting change's files: "2 of 4 photos sent; goes on from here". Empty when it has nothing
 * of them.
 */
export function resumeWords(files: readonly Pick<StoredFile, 'type' | 'size' | 'sent'>[]): string {
  if (files.every(({ sent = 0 }) => sent === 0)) return ''
  const whole = files.filter(({ sent = 0, size }) => sent >= size).length
  const one = files.every(({ type }) => type.startsWith('image/')) ? 'photo' : 'file'
  if (whole === files.length)
    return `${files.length === 1 ? `The ${one} is` : `All ${one}s are`} sent; the rest follows`
  if (files.length === 1) return `Part of the ${one} is sent; goes on from here`
  return `${formatCount(whole)} of ${countOf(files.length, one)} sent; goes on from here`
}
