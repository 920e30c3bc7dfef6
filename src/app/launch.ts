import type { RegisteredRouter } from '@tanstack/react-router'
import { hasUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'

/** Chromium's queue of launches of the installed app while it is open. TypeScript's library does not declare it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void
}

/**
 * The page that a launch opens in an open window: the page of a shortcut or a link. Null leaves the window as it is:
 * for the plain icon, for the page that is already open, and while a form has unsaved input. `target` is the URL of the
 * launch, `windowUrl` the window's.
 */
export function launchTarget(target: string | null | undefined, windowUrl: string, hasUnsaved: boolean): string | null {
  if (!target || hasUnsaved) return null
  const { origin, pathname, search } = new URL(target)
  if (origin !== new URL(windowUrl).origin || pathname === '/' || new URL(windowUrl).pathname === pathname) return null
  return `${pathname}${search}`
}

/** Handles launches by navigating inside the app instead of reloading it, so the state on screen is kept. */
export function followLaunches(router: RegisteredRouter): void {
  if (!('launchQueue' in window)) return
  const queue = window.launchQueue as LaunchQueue
  queue.setConsumer(({ targetURL }) => {
    const href = launchTarget(targetURL, location.href, hasUnsavedInput())
    if (href !== null) void router.navigate({ href })
  })
}
