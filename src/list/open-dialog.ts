/** Whatever lies above the page: the dialogs of the library, and the browser's own, which sheets are. */
export const OPEN_DIALOG = '[role=dialog], dialog[open]'
