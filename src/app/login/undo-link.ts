declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept beside the address: not to be read there, not in the browser's history, and there after a reload. */
    readonly undoToken?: string
  }
}

/** The token in what stands behind the # of the mailed link; null when it is missing. */
export function undoTokenIn(hash: string): string | null {
  return new URLSearchParams(hash).get('token') || null
}
