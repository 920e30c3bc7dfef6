export type LoginNotes = typeof import('./login-notes.tsx')
let notes: LoginNotes | null = null

/**
 * Loads the notes, which few sign-ins need, separately. Await it when a note must be there from the first frame. In a
 * file of its own: the first script imports it, and would otherwise contain the login page with its form.
 */
export async function loadLoginNotes(): Promise<void> {
  notes ??= await import('./login-notes.tsx')
}
/** The notes; null until they are loaded. */
export const loadedLoginNotes = (): LoginNotes | null => notes
