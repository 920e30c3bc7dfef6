/**
 * The preference of a request with changes (`Prefer`, RFC 7240) to receive the changed rows, too. A server that follows
 * it says so in `Preference-Applied`, and its response is an `answerWithRows`.
 */
export const ROWS_PREFERENCE = 'rows'
