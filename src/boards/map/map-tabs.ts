import { type Access, view } from '#contract/wire/access.ts'
import type { MapTab } from './map-search.ts'

interface TabWords {
  readonly title: string
  /** After "this" and "no"; the keys of its items begin with it. */
  readonly noun: string
  readonly subject: string
  /** What it is found by, after "no". */
  readonly finds: string
  readonly access: Access
}

/** What each tab is called, and who sees it. */
export const TABS: Readonly<Record<MapTab, TabWords>> = {
  vehicles: {
    title: 'Vehicles',
    noun: 'vehicle',
    subject: 'The vehicles',
    finds: 'unit, driver, trailer or plate',
    access: view('trucks'),
  },
  drivers: {
    title: 'Drivers',
    noun: 'driver',
    subject: 'The drivers',
    finds: 'driver, truck or trailer',
    access: view('drivers'),
  },
  assets: {
    title: 'Assets',
    noun: 'asset',
    subject: 'The assets',
    finds: 'trailer, driver or VIN',
    access: view('trailers'),
  },
}
