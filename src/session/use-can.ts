import { type Access, can } from '#contract/wire/access.ts'
import { useSession } from './session.ts'

/** Whether the signed-in user has `access`. The server enforces the same table. */
export function useCan(access: Access): boolean {
  return can(useSession().user, access)
}
