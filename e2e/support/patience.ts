/** How long a journey waits for what shall come on screen, in milliseconds. */
export const PATIENCE = 10_000
