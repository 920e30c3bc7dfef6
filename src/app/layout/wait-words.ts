import { countOf } from '#src/format/numbers.ts'

/** "1 change waits", "2 changes wait". */
export const waitWords = (waiting: number) => `${countOf(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'}`
