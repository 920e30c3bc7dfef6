import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import { syncFolder } from '#server/base/durable-files.ts'
import { ReportGone, type ReportInbox, type WaitingReport } from '#server/providers/reports/report-inbox.ts'

/** Names of files that are still being written or are not reports. */
const UNFINISHED = /^[.~]|\.(tmp|temp|part|partial|filepart|crdownload|swp)$/i
/** Maximum length of a name in bytes: with a time prefix and `.txt` it still fits every file system. */
const MAX_NAME = 220
const ENDS = ['done', 'failed'] as const

/**
 * Reports in the folders `tolls` and `fuel` of a folder on this machine. Finished reports move to the subfolder `done`
 * or `failed`, prefixed with their last modification time, so that files with the same name do not overwrite each
 * other.
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
      const entries = await readdir(of(kind), { withFileTypes: true }).catch(ifGone([]))
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      const names = files.filter((name) => !UNFINISHED.test(name) && Buffer.byteLength(name) <= MAX_NAME).sort()
      const found = await Promise.all(names.map((name) => readReport(of(kind), kind, name)))
      return found.filter((report) => report !== null)
    },
    async putAway({ kind, name, changedAt }, to, words) {
      const time = new Date(changedAt).toISOString().replaceAll(/[-:.]/g, '')
      const place = join(of(kind), to, `${time} ${name}`)
      // Written before the report moves, so that every moved report has its text.
      if (words !== null) await writeFile(`${place}.txt`, words)
      await rename(join(of(kind), name), place).catch(ifGone(undefined))
      syncFolder(join(of(kind), to))
      syncFolder(of(kind))
    },
  }
}

/** The current state of a file; null when it has disappeared. */
async function readReport(folder: string, kind: ImportKind, name: string): Promise<WaitingReport | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(ifGone(null))
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

/** Error handler that returns `otherwise` when another process has already moved the file. */
const ifGone =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isGone(error)) return otherwise
    throw error
  }
