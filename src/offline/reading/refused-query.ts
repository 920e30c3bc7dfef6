import type { Query } from '@tanstack/react-query'
import { type Access, can } from '#contract/wire/access.ts'
import { ApiError } from '#src/api/api-error.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentUser, requireUser } from '#src/session/session.ts'

/** Refetches the user after a 403 for something that the known permissions allow: they may have changed. */
export function checkRightsAfterRefusal(error: unknown, access: Access): void {
  if (error instanceof ApiError && error.status === 403 && can(currentUser(), access)) void requireUser()
}

/** Checks the user's rights whenever the server refuses a query. */
export function watchRefusals(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') checkQueryRights(event.query, event.action.error)
  })
}
function checkQueryRights({ meta }: Query, error: unknown): void {
  if (meta?.needs) checkRightsAfterRefusal(error, meta.needs.access)
}
