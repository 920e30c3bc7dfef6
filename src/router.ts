import { createRouter } from '@tanstack/react-router'
import type { Access } from '#contract/wire/access.ts'
import { ErrorScreen } from './app/error-screen.tsx'
import { NotFoundScreen } from './app/not-found-screen.tsx'
import { routeTree } from './route-tree.gen.ts'

/** Loaders of the pages start when a person points at a link; a page that takes longer than this shows its skeleton. */
const PENDING_AFTER_MS = 150

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    // Queries know their own age: the router keeps no second opinion.
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
    /** What seeing the page needs, and what is said to those who lack it. */
    readonly needs?: { readonly access: Access; readonly refusal: string }
  }
}
