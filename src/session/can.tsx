import type { ReactNode } from 'react'
import type { Access } from '#contract/wire/access.ts'
import { useCan } from './use-can.ts'

interface CanProps {
  readonly access: Access
  readonly children: ReactNode
  /** Shown to users without `access`; nothing by default. */
  readonly otherwise?: ReactNode
}

/** Shows its children to users who have `access`. */
export function Can({ access, children, otherwise = null }: CanProps): ReactNode {
  return useCan(access) ? children : otherwise
}
