import { expect, test } from 'vitest'
import { allCommands } from '#src/app/commands.ts'
import { queriesToPrefetch } from '#src/app/prefetch-queries.ts'
import { showsAny } from '#src/offline/reading/shows-any.ts'

/** The beginnings of the keys of the prefetched queries that a command makes stale. */
async function staleAfter(name: string): Promise<readonly string[]> {
  const areas = allCommands().find((command) => command.name === name)?.areas ?? []
  const queries = (await queriesToPrefetch()).filter((query) => showsAny(query.areas, areas))
  return [
    ...new Set(
      queries.map(({ queryKey }) =>
        queryKey
          .slice(0, 2)
          .filter((part) => typeof part === 'string')
          .join('/'),
      ),
    ),
  ]
}

const UNITS = ['trucks/list', 'trucks/names', 'trailers/list', 'trailers/names']
const UNIT_FACTS = ['transport/identifiers', 'trucks/toll_vehicles']
const DRIVERS = ['drivers/list', 'drivers/names', 'drivers/fuel_drivers']
const MAP = ['map/vehicles', 'map/drivers', 'map/assets']
const INSPECTIONS = ['maintenance/list', 'maintenance/units']
const TODAY = ['attention', 'dashboard/company']

test.each([
  ['contacts.change', ['contacts/list']],
  ['schedule.setDays', ['schedule/list']],
  // The units follow a driver to another dispatcher, and show the dispatcher.
  [
    'dispatchers.changeDrivers',
    [
      ...UNITS,
      ...UNIT_FACTS,
      ...DRIVERS,
      ...MAP,
      ...INSPECTIONS,
      ...TODAY,
      'dispatchers/list',
      'dispatchers/names',
      'dispatchers/weeks',
      'schedule/list',
    ],
  ],
  // Drivers, reports and the map show the number of a truck.
  [
    'trucks.changeDetails',
    [
      'trucks/list',
      'trucks/names',
      ...UNIT_FACTS,
      'drivers/list',
      'drivers/names',
      ...MAP,
      ...INSPECTIONS,
      ...TODAY,
      'schedule/list',
    ],
  ],
  // The dashboard has sums of fuel and tolls, rows of drivers and units have their own.
  [
    'imports.create',
    [
      'imports/list',
      'imports/duplicates',
      'drivers/list',
      'trucks/list',
      'trailers/list',
      'dashboard/company',
      'dispatchers/weeks',
      'figures/drivers',
      'figures/trucks',
      'figures/trailers',
      'figures/feeds',
      'figures/fuel',
      'figures/tolls',
      'figures/revenue',
    ],
  ],
] as const)('after %s the device refetches what shows it, and nothing else', async (name, stale) => {
  expect((await staleAfter(name)).toSorted()).toEqual([...stale].sort())
})
