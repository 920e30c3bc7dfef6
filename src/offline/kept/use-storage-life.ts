import { useSyncExternalStore } from 'react'
import { type StorageLife, storageLife } from './storage-life.ts'

export function useStorageLife(): StorageLife {
  return useSyncExternalStore(storageLife.subscribe, storageLife.get)
}
