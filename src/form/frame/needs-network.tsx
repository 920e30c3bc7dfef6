import type { ReactNode } from 'react'
import { useOnline } from '#src/offline/connectivity.ts'
import { Notice } from '#src/ui/notice/notice.tsx'

/** Shows, while there is no network, that the form's action needs one. */
export function NeedsNetwork({ children }: { readonly children: ReactNode }) {
  return useOnline().online ? null : <Notice tone="caution">{children}</Notice>
}
