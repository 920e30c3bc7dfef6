/** What a change that the server has not answered yet was given: no version of any record. */
export const unanswered = (): null => null
