import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#server/base/durable-files.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

const NAME = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** The files in a folder of this machine, for the owner's eyes alone. Several processes may use it at once. */
export function localFiles(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`"${name}" is no name of a file`)
    return join(folder, name)
  }
  return {
    async keep(name, bytes) {
      const path = pathOf(name)
      await makeFolder(dirname(path))
      // Beside its place and then into it: nobody ever sees half of it. No name of ours has a dot.
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
    read: (name) => readFile(pathOf(name)).catch(nothingThere),
    async open(name) {
      const file = await open(pathOf(name)).catch(nothingThere)
      if (!file) return null
      const { size } = await file.stat()
      return { size, stream: file.createReadStream() }
    },
    sizeOf: (name) => stat(pathOf(name)).then(({ size }) => size, nothingThere),
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
  }
}

/** A folder that is new must itself be written into the one above it, or a power cut takes it with all that is in it. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made))
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

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
