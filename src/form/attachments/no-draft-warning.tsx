import { type StorageFault, useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { Notice } from '#src/ui/notice/notice.tsx'

/** Warns that the draft can't contain files, because the device stores nothing. */
export function NoDraftWarning() {
  const trouble = useStorageTrouble()
  if (trouble === null || trouble === 'forgetful') return null
  return (
    <Notice tone="caution">
      {WHY_NO_DRAFT[trouble]}: these files are lost if the app is closed before they are saved.
    </Notice>
  )
}

const WHY_NO_DRAFT: Readonly<Record<StorageFault, string>> = {
  full: 'This device has no space left',
  unavailable: 'This browser keeps nothing on the device',
  error: 'An unexpected error in Haulyard keeps drafts from being saved',
}
