declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Stored in the history state: not visible in the URL, not in the browser's history list, and still there after a
     * reload.
     */
    readonly undoToken?: string
  }
}

/** The token after the # of the mailed link; null when it is missing. */
export function undoTokenIn(hash: string): string | null {
  return new URLSearchParams(hash).get('token') || null
}
