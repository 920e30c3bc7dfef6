const DAY_MS = 86_400_000
/** 1970-01-04 was a Sunday. */
const FIRST_SUNDAY = 3

/** Days from 1970-01-01 to a calendar day (`yyyy-MM-dd`). */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** The calendar day (`yyyy-MM-dd`) that is `day` days after 1970-01-01. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The number of the week that contains a day. Weeks begin on Sunday. */
export const weekOf = (day: number): number => Math.floor((day - FIRST_SUNDAY) / 7)

/** The Sunday on which a week begins, as a day number. */
export const sundayOf = (week: number): number => week * 7 + FIRST_SUNDAY
