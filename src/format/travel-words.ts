import { formatCount, inTenths } from './numbers.ts'

/** Miles of a route: "1,042.2 mi". */
export function milesWords(miles: number): string {
  return `${inTenths(miles)} mi`
}

/** Seconds as hours and whole minutes: "3:05", "1,030:15". */
export function hoursWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${formatCount(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`
}

/** "62 mph". */
export function speedWords(milesAnHour: number): string {
  return `${Math.round(milesAnHour)} mph`
}
