import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from '#server/base/durable-files.ts'

/**
 * The part of an open file in Emscripten's file system that is used here. `nfd` is the host's file descriptor; folders
 * have none.
 */
interface Stream {
  readonly nfd?: number
  readonly node: unknown
}

interface HostFiles {
  readonly stream_ops: { fsync?: (stream: Stream) => number }
  readonly realPath: (node: unknown) => string
}

type InitOptions = Parameters<NodeFS['init']>[1]

/**
 * The host's file system for the embedded database, with an fsync that reaches the disk. PGlite's own file system has
 * no fsync, so a power failure would lose acknowledged changes. `onSync` is called after each fsync. When the disk
 * fails or PostgreSQL panics, `onLost` must end the database immediately: a second fsync can't bring back data that the
 * kernel has dropped.
 */
export class DurableFs extends NodeFS {
  readonly #onSync: () => void
  readonly #onLost: (error: unknown) => void

  constructor(folder: string, onSync: () => void, onLost: (error: unknown) => void) {
    super(folder)
    this.#onSync = onSync
    this.#onLost = onLost
  }

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (module: unknown) => {
      const files = hostFilesOf(module)
      files.stream_ops.fsync = (stream) => this.#sync(stream, files)
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync]
    // PostgreSQL's PANIC arrives here. PGlite would continue, but the database must not be used any more.
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: this.#onLost } }
  }

  #sync(stream: Stream, files: HostFiles): number {
    try {
      if (stream.nfd !== undefined) fsyncSync(stream.nfd)
      else syncFolder(files.realPath(stream.node))
    } catch (error) {
      this.#onLost(error)
      throw error
    }
    this.#onSync()
    return 0
  }
}

function hostFilesOf(module: unknown): HostFiles {
  if (typeof module === 'object' && module !== null && 'NODEFS' in module) return module.NODEFS as HostFiles
  throw new Error('This version of PGlite has no NODEFS: its fsync can’t be replaced')
}
