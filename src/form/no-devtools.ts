/**
 * In place of `@tanstack/devtools-event-client`, and of `@tanstack/pacer-lite`, which spares it, in what is built (see `vite.config.ts`): the form library tells it of every
 * form with all its values, passwords too, and nobody here listens.
 */
export class EventClient {
  emit(): void {
    // Nobody listens.
  }
  on(): () => void {
    return () => undefined
  }
}

/** What would be told at times, is not told at all. */
export const liteThrottle = () => () => undefined
