import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type DatedFile, openFile, wholeFile } from './file-service.ts'

/** Names apart from each other, whatever their case: "a.jpg", "a (2).jpg". */
export function apart(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}

/**
 * Files as one zip, made while it is read: no more of it is in memory than a piece of one file. They are packed as they are,
 * for pictures and PDFs get no smaller. The stream breaks off when the bytes of a file are gone.
 */
export function zipOf(store: FileStore, files: readonly DatedFile[]): Readable {
  return Readable.from(pieces(store, files), { objectMode: false })
}

async function* pieces(store: FileStore, files: Parameters<typeof zipOf>[1]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  const names = apart(files.map(({ name }) => name))
  for (const [at, file] of files.entries()) {
    const entry = new ZipPassThrough(names[at] ?? file.name)
    entry.mtime = new Date(file.created_at)
    zip.add(entry)
    const { stream } = await openFile(store, wholeFile(file))
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      entry.push(piece)
      yield* made.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
