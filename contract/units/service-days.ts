/** The fields with a day on which a unit was or will be in the workshop. */
export const SERVICE_DAYS = ['inspection_passed_date', 'next_service_date'] as const
export const isServiceDay = (field: string): field is (typeof SERVICE_DAYS)[number] =>
  SERVICE_DAYS.some((one) => one === field)

/**
 * The message for a service before the unit was built; null for a valid day. A model year begins before the calendar
 * year: a unit of next year's model may be inspected this year.
 */
export function serviceDayRefusal(day: string, year: number, thisYear: number): string | null {
  const built = Math.min(year, thisYear)
  return Number.isInteger(built) && Number(day.slice(0, 4)) < built
    ? `This is a ${year} unit: enter a day on or after ${built}.`
    : null
}

/** The message for a passed inspection in the future; null for a valid day. `lastDay` is the last valid day. */
export const passedDayRefusal = (field: string, day: string, lastDay: string): string | null =>
  field === 'inspection_passed_date' && day > lastDay ? 'This day is in the future.' : null
