import { type Access, view } from '#contract/wire/access.ts'
import type { MapTab } from './map-search.ts'

interface TabWords {
  readonly title: string
  /** The noun after "this" and "no". The keys of its items begin with it. */
  readonly noun: string
  readonly subject: string
  /** The searched fields, after "no". */
  readonly finds: string
  readonly access: Access
}

/** The title and the required access of each tab. */
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
