/** Days on which a unit was, or will be, worked on. */
export const SERVICE_DAYS = ['inspection_passed_date', 'next_service_date'] as const
export const isServiceDay = (field: string): field is (typeof SERVICE_DAYS)[number] =>
  SERVICE_DAYS.some((one) => one === field)

/**
 * What is said of a service before the unit was built; null where there is nothing to say. A model year begins before the
 * calendar has it: a unit of next year's model may be inspected in this one.
 */
export function serviceDayRefusal(day: string, year: number, thisYear: number): string | null {
  const built = Math.min(year, thisYear)
  return Number.isInteger(built) && Number(day.slice(0, 4)) < built
    ? `This is a ${year} unit: enter a day on or after ${built}.`
    : null
}

/** What is said of an inspection that a unit passed on a day to come; `lastDay` is the last that is none. */
export const passedDayRefusal = (field: string, day: string, lastDay: string): string | null =>
  field === 'inspection_passed_date' && day > lastDay ? 'This day is still to come.' : null
