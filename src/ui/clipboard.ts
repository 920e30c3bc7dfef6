/*
 * Both functions reject when the browser denies access or has no clipboard for the page (plain http): `async` turns the
 * TypeError of a missing clipboard into a rejection.
 */

/** Copies a text to the clipboard. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** Returns the clipboard's text. Rejects in Firefox before 125; other browsers ask the user for permission. */
export const readClipboardText = async (): Promise<string> => navigator.clipboard.readText()
