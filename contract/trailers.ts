import { viewOrEdit } from './access.ts'
import { endpoint } from './endpoint.ts'
import { unitNames, unitNamesQuery } from './units.ts'

export const trailerEndpoints = {
  miniList: endpoint({
    name: 'trailers.miniList',
    summary: 'Trailers for pickers, by id.',
    method: 'GET',
    path: '/api/trailers/mini-list/',
    access: viewOrEdit('drivers', 'maintenance', 'trailers'),
    query: unitNamesQuery,
    reply: unitNames,
  }),
}
