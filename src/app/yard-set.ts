import { chicagoDay } from '#src/format/chicago.ts'
import type { AnyQuery } from '#src/offline/resource-query.ts'
import { setYardSet } from '#src/offline/yard-set.ts'

/** What an area wants kept on the device although nobody has opened it, for the company's day `today`. */
type ToKeep = (today: string) => readonly AnyQuery[]

/** Every area's queries, found by the name of their files; what is to be kept is found by the end of its name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-queries.ts', { eager: true })

const isToKeep = (entry: [string, unknown]): entry is [string, ToKeep] =>
  entry[0].endsWith('ToKeep') && typeof entry[1] === 'function'

export function declareYardSet(): void {
  const declared = Object.values(modules).flatMap((module) => Object.entries(module).filter(isToKeep))
  setYardSet(() => {
    const today = chicagoDay(Date.now())
    return declared.flatMap(([, toKeep]) => toKeep(today))
  })
}
