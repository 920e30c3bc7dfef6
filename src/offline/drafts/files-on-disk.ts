import { useState, useSyncExternalStore } from 'react'

/** The files of drafts that are on disk, as objects in memory. */
const onDisk = new WeakSet<Blob>()
const listeners = new Set<() => void>()

/** Notes that these files are on disk. */
export function noteOnDisk(files: Iterable<Blob>): void {
  for (const file of files) onDisk.add(file)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether a file of a draft is on disk. It stays true when another version replaces the file: the draft keeps the
 * former version until the next one is on disk.
 */
export function useIsOnDisk(file: Blob): boolean {
  const isOnDisk = useSyncExternalStore(subscribe, () => onDisk.has(file))
  const [wasOnDisk, setWasOnDisk] = useState(false)
  if (isOnDisk && !wasOnDisk) setWasOnDisk(true)
  return isOnDisk || wasOnDisk
}
