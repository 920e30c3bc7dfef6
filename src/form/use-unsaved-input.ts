import { useEffect } from 'react'
import { holdUnsavedInput } from '#src/offline/unsaved-input.ts'

/** Keeps updates and other reloads away as long as `isDirty`: what is typed would be lost. */
export function useUnsavedInput(isDirty: boolean): void {
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
}
