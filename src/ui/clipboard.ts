/*
 * Both reject where the browser forbids it, and where it has no clipboard for pages, as over plain http; neither throws.
 */

/** Puts a text on the clipboard. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** The text on the clipboard. Firefox has no such function before 125; others ask the person. */
export const copiedText = async (): Promise<string> => navigator.clipboard.readText()
