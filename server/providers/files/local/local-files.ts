import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#server/base/durable-files.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

const NAME = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/**
 * A file store in a folder of this machine, readable only by its owner. Several processes may use it at the same time.
 */
export function localFiles(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`"${name}" is no name of a file`)
    return join(folder, name)
  }
  return {
    async store(name, bytes) {
      const path = pathOf(name)
      await makeFolder(dirname(path))
      // Written under a draft name and then renamed, so that no reader sees a partial file. Valid names contain no dot.
      const draft = `${path}.${randomUUID()}`
      try {
        await writeDurably(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      syncFolder(dirname(path))
    },
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),
    async open(name) {
      const file = await open(pathOf(name)).catch(nullIfMissing)
      if (!file) return null
      const { size } = await file.stat()
      return { size, stream: file.createReadStream() }
    },
    sizeOf: (name) => stat(pathOf(name)).then(({ size }) => size, nullIfMissing),
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
  }
}

/**
 * Creates a folder durably. Each new folder is also synced into its parent; otherwise a power cut could lose it with
 * its files.
 */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created)) syncFolder(dirname(created))
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
