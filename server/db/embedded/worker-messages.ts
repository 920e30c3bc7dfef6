/** What the worker thread of the embedded database is started with. */
export interface EmbeddedStart {
  /** The database's folder, or null for one in memory. */
  readonly folder: string | null
  /** A tar of a database's folder that one in memory starts from. */
  readonly snapshot: string | null
  /** One 32-bit counter, shared: raised with each fsync of the host. */
  readonly syncs: SharedArrayBuffer
}

/** To the worker: bytes of PostgreSQL's protocol, or the wish to stop. */
export type ToWorker = { readonly bytes: Uint8Array } | { readonly stop: true }

/** From the worker: ready for bytes, bytes of PostgreSQL's protocol, or why it ends. */
export type FromWorker = { readonly ready: true } | { readonly bytes: Uint8Array } | { readonly failed: string }
