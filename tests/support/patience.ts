/** How long a test waits for an asynchronous effect, in milliseconds. A busy machine must not exceed it. */
export const PATIENCE = 20_000
