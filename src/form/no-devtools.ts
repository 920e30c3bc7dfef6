/**
 * Replaces `@tanstack/devtools-event-client` in the built app (see `vite.config.ts`). The form library sends it all
 * values of every form, passwords included, and the app does not use it. It also replaces `@tanstack/pacer-lite`, which
 * throttles those events.
 */
export class EventClient {
  emit(): void {
    // There are no listeners.
  }
  on(): () => void {
    return () => undefined
  }
}

/** Throttled events are dropped. */
export const liteThrottle = () => () => undefined
