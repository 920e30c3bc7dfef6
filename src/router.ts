import { createRouter } from '@tanstack/react-router'
import type { Access } from '#contract/wire/access.ts'
import { ErrorScreen } from './app/error-screen.tsx'
import { NotFoundScreen } from './app/not-found-screen.tsx'
import { routeTree } from './route-tree.gen.ts'

/** Page loaders start when the user points at a link. A page that takes longer than this, in ms, shows its skeleton. */
const PENDING_AFTER_MS = 150

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    // Queries track their own age: the router must not cache loader results.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The page's name, shown as "{page} | Haulyard". */
    readonly title?: string
    /** The access that the page requires, and the text for users without it. */
    readonly needs?: { readonly access: Access; readonly refusal: string }
  }
}
