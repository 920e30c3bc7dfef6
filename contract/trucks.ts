import { viewOrEdit } from './access.ts'
import { endpoint } from './endpoint.ts'
import { unitNames, unitNamesQuery } from './units.ts'

export const truckEndpoints = {
  miniList: endpoint({
    name: 'trucks.miniList',
    summary: 'Trucks for pickers, by id.',
    method: 'GET',
    path: '/api/trucks/mini-list/',
    access: viewOrEdit('drivers', 'maintenance', 'trucks'),
    query: unitNamesQuery,
    reply: unitNames,
  }),
}
