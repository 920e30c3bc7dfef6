import { type Access, view } from '#contract/access.ts'
import type { MapTab } from './map-search.ts'

interface TabWords {
  readonly title: string
  /** After "this", and at the beginning of a sentence. */
  readonly noun: string
  readonly subject: string
  readonly access: Access
}

/** What each tab is called, and who sees it. */
export const TABS: Readonly<Record<MapTab, TabWords>> = {
  vehicles: { title: 'Vehicles', noun: 'vehicle', subject: 'The vehicles', access: view('trucks') },
  drivers: { title: 'Drivers', noun: 'driver', subject: 'The drivers', access: view('drivers') },
  assets: { title: 'Assets', noun: 'asset', subject: 'The assets', access: view('trailers') },
}
