import { createContext, useContext, useSyncExternalStore } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/**
 * Edits that are still being saved on this device. They are drawn immediately, but faint until they are saved. They are
 * not changes in the outbox yet; the next edit builds only on saved changes.
 */
export class UnsavedEdits {
  readonly #days = new Map<string, { readonly target: DayTarget; readonly owner: object }>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  editOf(driver: number, date: IsoDay): DayTarget | null {
    return this.#days.get(dayKind.keyOf({ driver, date }))?.target ?? null
  }
  /** Shows an edit until the returned function is called. A later edit of the same day stays visible. */
  show(rows: readonly RowEdit[]): () => void {
    const own = {}
    const keys = rows.flatMap(({ driver, targets }) =>
      targets.map((target) => {
        const key = dayKind.keyOf({ driver: driver.id, date: target.date })
        this.#days.set(key, { target, owner: own })
        return key
      }),
    )
    this.#notify()
    return () => {
      for (const key of keys) if (this.#days.get(key)?.owner === own) this.#days.delete(key)
      this.#notify()
    }
  }
  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** The unsaved edits of the open schedule. */
export const UnsavedEditsContext = createContext(new UnsavedEdits())

/** The edit of a day that is still being saved, or null. Rerenders only when that changes. */
export function useUnsavedEdit(driver: number, date: IsoDay): DayTarget | null {
  const unsaved = useContext(UnsavedEditsContext)
  return useSyncExternalStore(unsaved.subscribe, () => unsaved.editOf(driver, date))
}

/** The day with an edit applied that is still being saved. */
export function dayWithEdit(driver: number, { date, to, untouched }: DayTarget, day: ScheduleDay | null) {
  if (to === null) return null
  const base = day ?? newDay({ driver, date, ...to, client_id: null })
  return { ...base, ...to, ...(untouched && { [untouched]: base[untouched] }) }
}
