import type { RegisteredRouter } from '@tanstack/react-router'
import { isAnythingUnsaved } from '#src/offline/drafts/unsaved-input.ts'

/** Chromium's word that the installed app was launched once more while it is open; not in TypeScript's library. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void
}

/**
 * Where a launch shall lead in a window that is open: the page that a shortcut or a link names. Null to leave the window
 * as it is: for the plain icon, for the page that stands there already, and while a form holds unsaved input.
 * @param target the address of the launch
 * @param here the window's own
 */
export function leadOf(target: string | null | undefined, here: string, hasUnsaved: boolean): string | null {
  if (!target || hasUnsaved) return null
  const { origin, pathname, search } = new URL(target)
  if (origin !== new URL(here).origin || pathname === '/' || new URL(here).pathname === pathname) return null
  return `${pathname}${search}`
}

/** Follows launches inside the app instead of loading it anew: nothing that stands on screen is thrown away. */
export function followLaunches(router: RegisteredRouter): void {
  if (!('launchQueue' in window)) return
  const queue = window.launchQueue as LaunchQueue
  queue.setConsumer(({ targetURL }) => {
    const href = leadOf(targetURL, location.href, isAnythingUnsaved())
    if (href !== null) void router.navigate({ href })
  })
}
