import type { ReactNode } from 'react'
import { useOnline } from '#src/offline/connectivity.ts'
import { Notice } from '#src/ui/notice/notice.tsx'

/** Says, as long as there is no network, that what the form is for needs one. */
export function NeedsNetwork({ children }: { readonly children: ReactNode }) {
  return useOnline().online ? null : <Notice tone="caution">{children}</Notice>
}
