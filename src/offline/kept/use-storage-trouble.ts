import { useSyncExternalStore } from 'react'
import { type StorageTrouble, storageTrouble } from './storage-trouble.ts'

export function useStorageTrouble(): StorageTrouble {
  return useSyncExternalStore(storageTrouble.subscribe, storageTrouble.get)
}
