import { type Access, can } from '#contract/wire/access.ts'
import { useSession } from './session.ts'

/** Whether the signed-in person has `access`, by the same table by which the server refuses. */
export function useCan(access: Access): boolean {
  return can(useSession().user, access)
}
