import { createContext, useContext, useSyncExternalStore } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/**
 * What was typed and is not yet on the device: it is drawn at once, and faint, until the device has it. It is no change yet;
 * whatever is done next starts from what is kept.
 */
export class Keeping {
  readonly #days = new Map<string, { readonly target: DayTarget; readonly of: object }>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  of(driver: number, date: IsoDay): DayTarget | null {
    return this.#days.get(dayKind.keyOf({ driver, date }))?.target ?? null
  }
  /** Shows an edit until what it answers is called; a later one of the same day stays. */
  show(rows: readonly RowEdit[]): () => void {
    const own = {}
    const keys = rows.flatMap(({ driver, targets }) =>
      targets.map((target) => {
        const key = dayKind.keyOf({ driver: driver.id, date: target.date })
        this.#days.set(key, { target, of: own })
        return key
      }),
    )
    this.#tell()
    return () => {
      for (const key of keys) if (this.#days.get(key)?.of === own) this.#days.delete(key)
      this.#tell()
    }
  }
  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Of the schedule that is open. */
export const KeepingContext = createContext(new Keeping())

/** What is being kept of a day; null for nothing. Renders anew only when that changes. */
export function useKeeping(driver: number, date: IsoDay): DayTarget | null {
  const keeping = useContext(KeepingContext)
  return useSyncExternalStore(keeping.subscribe, () => keeping.of(driver, date))
}

/** How a day looks with what is being kept of it. */
export function dayOfTarget(driver: number, { date, to, untouched }: DayTarget, day: ScheduleDay | null) {
  if (to === null) return null
  const before = day ?? newDay({ driver, date, ...to, client_id: null })
  return { ...before, ...to, ...(untouched && { [untouched]: before[untouched] }) }
}
