/**
 * In place of `@tanstack/devtools-event-client` in what is built (see `vite.config.ts`): the form library tells it of every
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
