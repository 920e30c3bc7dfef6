/** The start data of the embedded database's worker thread. */
export interface EmbeddedStart {
  /** The database's folder, or null for a database in memory. */
  readonly folder: string | null
  /** A tar file of a database folder. A database in memory starts as its copy. */
  readonly snapshot: string | null
  /** One shared 32-bit counter, raised with each fsync on the host. */
  readonly syncs: SharedArrayBuffer
}

/** To the worker: bytes of PostgreSQL's protocol, or the request to stop. */
export type ToWorker = { readonly bytes: Uint8Array } | { readonly stop: true }

/** From the worker: ready for bytes, bytes of PostgreSQL's protocol, or the reason why it ends. */
export type FromWorker = { readonly ready: true } | { readonly bytes: Uint8Array } | { readonly failed: string }
