import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type DatedFile, wholeFile } from './file-service.ts'

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

const MISSING = 'Missing files.txt'

/**
 * Files as one zip, made while it is read: no more of it is in memory than a piece of one file. They are packed as they are,
 * for pictures and PDFs get no smaller. Files whose bytes are gone are named in a text of its own: the others are worth having.
 */
export function zipOf(store: FileStore, files: readonly DatedFile[]): Readable {
  return Readable.from(pieces(store, files), { objectMode: false })
}

async function* pieces(store: FileStore, files: readonly DatedFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  const begin = (name: string, time: Date) => {
    const entry = new ZipPassThrough(name)
    entry.mtime = time
    zip.add(entry)
    return entry
  }
  const names = apart([...files.map(({ name }) => name), MISSING])
  const missing: string[] = []
  for (const [at, file] of files.entries()) {
    const bytes = await store.open(wholeFile(file).kept)
    if (bytes === null) {
      missing.push(file.name)
      continue
    }
    const entry = begin(names[at] ?? file.name, new Date(file.created_at))
    for await (const piece of bytes.stream as AsyncIterable<Uint8Array>) {
      entry.push(piece)
      yield* made.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  if (missing.length > 0)
    begin(names.at(-1) ?? MISSING, new Date()).push(
      new TextEncoder().encode(`The server no longer has:\n${missing.join('\n')}\n`),
      true,
    )
  zip.end()
  yield* made.splice(0)
}
