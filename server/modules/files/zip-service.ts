import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type DatedFile, wholeFile } from './file-service.ts'

/** Makes names unique, ignoring case: "a.jpg", "a (2).jpg". */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    let free = name
    for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`
    used.add(free.toLowerCase())
    return free
  })
}

const MISSING = 'Missing files.txt'

/**
 * Files as one zip that is created while it is read: memory holds only a piece of one file. Files are stored
 * uncompressed, because pictures and PDFs do not shrink. Files whose bytes are missing are listed in a text file, so
 * that the rest can still be downloaded.
 */
export function createZip(store: FileStore, files: readonly DatedFile[]): Readable {
  return Readable.from(zipPieces(store, files), { objectMode: false })
}

async function* zipPieces(store: FileStore, files: readonly DatedFile[]): AsyncGenerator<Uint8Array> {
  const produced: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    produced.push(piece)
  })
  const begin = (name: string, time: Date) => {
    const entry = new ZipPassThrough(name)
    entry.mtime = time
    zip.add(entry)
    return entry
  }
  const names = uniqueNames([...files.map(({ name }) => name), MISSING])
  const missing: string[] = []
  for (const [at, file] of files.entries()) {
    const bytes = await store.open(wholeFile(file).storeName)
    if (bytes === null) {
      missing.push(file.name)
      continue
    }
    const entry = begin(names[at] ?? file.name, new Date(file.created_at))
    for await (const piece of bytes.stream as AsyncIterable<Uint8Array>) {
      entry.push(piece)
      yield* produced.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* produced.splice(0)
  }
  if (missing.length > 0)
    begin(names.at(-1) ?? MISSING, new Date()).push(
      new TextEncoder().encode(`The server no longer has:\n${missing.join('\n')}\n`),
      true,
    )
  zip.end()
  yield* produced.splice(0)
}
