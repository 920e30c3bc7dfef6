/**
 * In place of `@tanstack/devtools-event-client` in what is built (see `vite.config.ts`): the form library tells it of every
 * form with all its values, passwords too, and nobody here listens. `@tanstack/pacer-lite`, which tells it less often, goes
 * with it.
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
