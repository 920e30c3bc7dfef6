import type { Readable } from 'node:stream'

/**
 * Where the bytes of files lie, outside the database. Names are made by the server alone: words of lower-case letters,
 * digits and `-`, with `/` between. The same names are seen by every server process on one database.
 */
export interface FileStore {
  /** Keeps bytes under a name: durable when it resolves, whole or not at all. What had the name before is replaced. */
  keep(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a name; null when there are none. */
  read(name: string): Promise<Uint8Array | null>
  /** The same, as they come off the disk. The caller reads the stream to its end or destroys it. */
  open(name: string): Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** How many bytes a name has; null when there are none. */
  sizeOf(name: string): Promise<number | null>
  /** Removes what has the name, and everything under it; nothing happens when there is nothing. */
  remove(name: string): Promise<void>
}
