import type { Readable } from 'node:stream'

/**
 * Storage for the bytes of files, outside the database. Only the server creates names: words of lowercase letters,
 * digits and `-`, separated by `/`. All server processes of one database share the same store.
 */
export interface FileStore {
  /**
   * Stores bytes under a name, completely or not at all. They are durable when it resolves. Replaces older bytes of
   * that name.
   */
  store(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a name; null when the name does not exist. */
  read(name: string): Promise<Uint8Array | null>
  /** The bytes as a stream. The caller must read the stream to its end or destroy it. */
  open(name: string): Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** The size in bytes; null when the name does not exist. */
  sizeOf(name: string): Promise<number | null>
  /** Removes the name and everything below it. Does nothing when the name does not exist. */
  remove(name: string): Promise<void>
}
