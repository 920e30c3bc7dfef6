import type { ReactNode } from 'react'
import type { Access } from '#contract/wire/access.ts'
import { useCan } from './use-can.ts'

interface CanProps {
  readonly access: Access
  readonly children: ReactNode
  /** Shown to those who may not; nothing unless said. */
  readonly otherwise?: ReactNode
}

/** Shows its children to those who have `access`. */
export function Can({ access, children, otherwise = null }: CanProps): ReactNode {
  return useCan(access) ? children : otherwise
}
