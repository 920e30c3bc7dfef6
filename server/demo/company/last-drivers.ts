import type { SeedDriver } from './drivers.ts'

interface Held {
  readonly kind: 'truck' | 'trailer'
  readonly status: string
  readonly driver_id: number | null
}

/**
 * Sets the last driver of each truck in the workshop: one of the settled drivers without a truck, who wait for theirs.
 * Trucks beyond the number of these drivers get none. Trailers get none: a driver takes another trailer instead of
 * waiting.
 */
export function withLastDrivers<U extends Held>(
  units: readonly U[],
  drivers: readonly SeedDriver[],
): (U & { readonly last_driver_id: number | null })[] {
  const isInTruck = new Set(units.flatMap(({ kind, driver_id }) => (kind === 'truck' ? [driver_id] : [])))
  const waiting = drivers.filter(({ id, stage }) => stage === 'settled' && !isInTruck.has(id)).values()
  return units.map((unit) => {
    const last = unit.kind === 'truck' && unit.status === 'on_service' ? waiting.next().value : undefined
    return { ...unit, last_driver_id: last?.id ?? null }
  })
}
