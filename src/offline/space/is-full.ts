/** Whether the browser refused to store something because no space is left. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'
