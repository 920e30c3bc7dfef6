/** How long a test waits for what happens by itself, in milliseconds: longer than a machine with other work takes. */
export const PATIENCE = 20_000
