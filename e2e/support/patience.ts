/** How long a journey waits for an element to appear, in milliseconds. */
export const PATIENCE = 10_000
