import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from '#server/base/durable-files.ts'

/** The part of an open file of Emscripten's file system that is used here. `nfd` is the host's; folders have none. */
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
 * The host's files for the embedded database, with an fsync that reaches the disk: the one that comes with PGlite has
 * none, and a power cut then loses what was acknowledged. `onSync` is called after each.
 * When the disk refuses or PostgreSQL gives up, `onLost` must end the database at once: what the kernel dropped, no second
 * fsync brings back.
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
    // PostgreSQL's PANIC ends here. PGlite itself would go on, with a database that must not be gone on with.
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
  throw new Error('This version of PGlite has no NODEFS: its fsync can not be mended')
}
