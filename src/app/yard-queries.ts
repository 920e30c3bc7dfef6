import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { AnyQuery } from '#src/offline/declared-query.ts'

/** What an area wants kept on the device although nobody has opened it, for the company's day `today`. */
type ToKeep = (today: string) => readonly AnyQuery[]

/** Every area's and board's queries and those of names to pick, found by the name of their files; what is to be kept is found by the end of its name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../areas/**/*-queries.ts',
  '../boards/**/*-queries.ts',
  '../picks/*-queries.ts',
])

const isToKeep = (entry: [string, unknown]): entry is [string, ToKeep] =>
  entry[0].endsWith('ToKeep') && typeof entry[1] === 'function'

/** All that a device keeps without being asked, today. */
export async function yardQueries(): Promise<readonly AnyQuery[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()))
  const today = chicagoDay(companyNow())
  return loaded.flatMap((module) => Object.entries(module).filter(isToKeep)).flatMap(([, toKeep]) => toKeep(today))
}
