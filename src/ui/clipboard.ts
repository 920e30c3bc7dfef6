/*
 * Both functions reject when the browser denies access or has no clipboard for the page (plain http). Neither throws.
 */

/** Copies a text to the clipboard. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** Returns the clipboard's text. Firefox lacks this function before 125; other browsers ask the user for permission. */
export const copiedText = async (): Promise<string> => navigator.clipboard.readText()
