/** A dialog of Mantine's looks for it at whatever has the focus, before anybody else hears of the key. */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true } as const
