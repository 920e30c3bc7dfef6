const DAY_MS = 86_400_000
/** 1970-01-04 was a Sunday. */
const FIRST_SUNDAY = 3

/** The days since 1970-01-01 of a calendar day, `yyyy-MM-dd`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** The calendar day of such a number. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Which week a day falls in; weeks begin on Sunday. */
export const weekOf = (day: number): number => Math.floor((day - FIRST_SUNDAY) / 7)

/** The Sunday that a week begins with. */
export const sundayOf = (week: number): number => week * 7 + FIRST_SUNDAY
