import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import { syncFolder } from '#server/base/durable-files.ts'
import { ReportGone, type ReportInbox, type WaitingReport } from '#server/providers/reports/report-inbox.ts'

/** Names of files that somebody is still writing, or that are no reports. */
const ON_THE_WAY = /^[.~]|\.(tmp|temp|part|partial|filepart|crdownload|swp)$/i
/** Bytes of a name: with the time before it and `.txt` behind it, it is still one that every file system takes. */
const MAX_NAME = 220
const ENDS = ['done', 'failed'] as const

/**
 * Reports in the folders `tolls` and `fuel` of a folder of this machine. What is over goes to `done` or `failed` below, by
 * the time at which it last grew, so that a file of the same name never takes another's place.
 */
export function reportFolder(folder: string): ReportInbox {
  const of = (kind: ImportKind) => join(folder, kind)
  return {
    async prepare() {
      for (const kind of IMPORT_KINDS) {
        for (const end of ENDS) await mkdir(join(of(kind), end), { recursive: true })
      }
    },
    async waiting(kind) {
      const entries = await readdir(of(kind), { withFileTypes: true }).catch(nothing([]))
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      const names = files.filter((name) => !ON_THE_WAY.test(name) && Buffer.byteLength(name) <= MAX_NAME).sort()
      const found = await Promise.all(names.map((name) => look(of(kind), kind, name)))
      return found.filter((report) => report !== null)
    },
    async putAway({ kind, name, changedAt }, to, words) {
      const time = new Date(changedAt).toISOString().replaceAll(/[-:.]/g, '')
      const place = join(of(kind), to, `${time} ${name}`)
      // Before the report itself: one that lies there has its words.
      if (words !== null) await writeFile(`${place}.txt`, words)
      await rename(join(of(kind), name), place).catch(nothing(undefined))
      syncFolder(join(of(kind), to))
      syncFolder(of(kind))
    },
  }
}

/** A file as it stands; null when it has gone meanwhile. */
async function look(folder: string, kind: ImportKind, name: string): Promise<WaitingReport | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(nothing(null))
  if (!found) return null
  return { kind, name, size: found.size, changedAt: found.mtimeMs, bytes: () => bytesOf(path) }
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw isGone(error) ? new ReportGone(path, { cause: error }) : error
  }
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Another process was first: it has moved what was there. */
const nothing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isGone(error)) return otherwise
    throw error
  }
