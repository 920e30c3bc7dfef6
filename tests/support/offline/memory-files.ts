import { Readable } from 'node:stream'
import type { FileStore } from '#server/providers/files/file-store.ts'

export interface MemoryFiles extends FileStore {
  /** The bytes by name. */
  readonly kept: Map<string, Uint8Array>
}

/** A files store in memory, for servers in tests. */
export function memoryFiles(): MemoryFiles {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    store: async (name, bytes) => void kept.set(name, Uint8Array.from(bytes)),
    read: async (name) => kept.get(name) ?? null,
    async open(name) {
      const bytes = kept.get(name)
      return bytes ? { size: bytes.length, stream: Readable.from([Buffer.from(bytes)]) } : null
    },
    sizeOf: async (name) => kept.get(name)?.length ?? null,
    async remove(name) {
      for (const one of [...kept.keys()]) if (one === name || one.startsWith(`${name}/`)) kept.delete(one)
    },
  }
}
