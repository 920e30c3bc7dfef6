import { Readable } from 'node:stream'
import type { FileStore } from '#server/providers/files/file-store.ts'

export interface MemoryFiles extends FileStore {
  readonly bytesByName: Map<string, Uint8Array>
}

/** A file store in memory, for servers in tests. */
export function memoryFiles(): MemoryFiles {
  const bytesByName = new Map<string, Uint8Array>()
  return {
    bytesByName,
    store: async (name, bytes) => void bytesByName.set(name, Uint8Array.from(bytes)),
    read: async (name) => bytesByName.get(name) ?? null,
    async open(name) {
      const bytes = bytesByName.get(name)
      return bytes ? { size: bytes.length, stream: Readable.from([Buffer.from(bytes)]) } : null
    },
    sizeOf: async (name) => bytesByName.get(name)?.length ?? null,
    async remove(name) {
      for (const one of [...bytesByName.keys()]) {
        if (one === name || one.startsWith(`${name}/`)) bytesByName.delete(one)
      }
    },
  }
}
