import * as z from 'zod/mini'
import { view } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { idParam, serverId } from '#contract/wire/record.ts'
import { inspectionListQuery } from './inspection-lists.ts'
import { inspection, inspectionTransport } from './inspections.ts'

const viewAccess = view('maintenance')
const pairs = z.array(z.tuple([z.string(), z.string()]))
/** The most inspections in one exported file. */
export const MAX_EXPORTED = 1000

const choices = <const N extends string>(name: N, path: string, summary: string) =>
  endpoint({
    name: `maintenance.${name}`,
    summary,
    method: 'GET',
    path: `/api/maintenance/inspections/${path}/`,
    access: viewAccess,
    reply: pairs,
  })

export const inspectionEndpoints = {
  list: endpoint({
    name: 'inspections.list',
    summary:
      'Inspections by page. `status`: empty for all, `upcoming` for work that is due, `history` for finished work.',
    method: 'GET',
    path: '/api/maintenance/inspections/',
    access: viewAccess,
    query: z.object({
      ...pageQuery,
      ...inspectionListQuery,
      date_after: z.optional(z.union([reportDay, z.literal('')])),
      date_before: z.optional(z.union([reportDay, z.literal('')])),
    }),
    repeatedParams: ['transport'],
    reply: pageOf(inspection),
  }),
  find: endpoint({
    name: 'inspections.find',
    summary: 'One inspection; carries an ETag.',
    method: 'GET',
    path: '/api/maintenance/inspections/:id/',
    access: viewAccess,
    params: idParam,
    reply: inspection,
  }),
}

export const inspectionChoiceEndpoints = {
  reportTypes: choices('reportTypes', 'report_type_choices', 'Report types as pairs of value and title.'),
  serviceTypes: choices('serviceTypes', 'service_type_choices', 'Service types as pairs of value and title.'),
  serviceFilters: choices(
    'serviceFilters',
    'servicetypewithdefects_choices',
    'What the Service Type filter takes, as pairs of value and title.',
  ),
  defectTypes: choices('defectTypes', 'defect_choices', 'Defect types as pairs of value and title.'),
  upcomingCount: endpoint({
    name: 'maintenance.upcomingCount',
    summary: 'How much work is due.',
    method: 'GET',
    path: '/api/maintenance/inspections/upcoming_count/',
    access: viewAccess,
    reply: z.object({ count: z.int() }),
  }),
  transport: endpoint({
    name: 'maintenance.transport',
    summary: 'The units that have inspections, by id.',
    method: 'GET',
    path: '/api/maintenance/inspections/transport-with-inspections/',
    access: viewAccess,
    query: z.object(pageQuery),
    reply: pageOf(z.pick(inspectionTransport, { id: true, kind: true, title: true })),
  }),
  drivers: endpoint({
    name: 'maintenance.drivers',
    summary: 'The drivers of units that have inspections, by name.',
    method: 'GET',
    path: '/api/maintenance/inspections/drivers-with-inspections/',
    access: viewAccess,
    query: z.object(pageQuery),
    reply: pageOf(
      z.object({ id: serverId, user: z.object({ id: serverId, first_name: z.string(), last_name: z.string() }) }),
    ),
  }),
}

const exportIds = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(,\d{1,9})*$/, 'Enter ids, with commas between.')),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
    z.array(serverId).check(z.maxLength(MAX_EXPORTED)),
  ),
)
const signature = { expires: z.optional(z.string()), signature: z.optional(z.string()) }
const link = z.object({ url: z.string() })

export const inspectionFileEndpoints = {
  export: endpoint({
    name: 'inspections.export',
    summary: 'Inspections as CSV, in the order of `ids`. 404 names the ids that do not exist.',
    method: 'GET',
    path: '/api/maintenance/export_inspections/',
    access: viewAccess,
    query: z.object({ ids: exportIds, file_format: z._default(z.literal('csv'), 'csv'), ...signature }),
    bytes: 'reply',
    reply: null,
  }),
  exportLink: endpoint({
    name: 'inspections.exportLink',
    summary: 'A link to the same file. It needs no session and is valid for ten minutes.',
    method: 'POST',
    path: '/api/maintenance/export_inspections/',
    access: viewAccess,
    isReadOnly: true,
    body: z.object({ ids: z.array(serverId).check(z.minLength(1), z.maxLength(MAX_EXPORTED)) }),
    reply: link,
  }),
  attachments: endpoint({
    name: 'inspections.attachments',
    summary: 'All attachments of an inspection as one zip.',
    method: 'GET',
    path: '/api/maintenance/inspections/:id/download_attachments/',
    access: viewAccess,
    params: idParam,
    query: z.object(signature),
    bytes: 'reply',
    reply: null,
  }),
  attachmentsLink: endpoint({
    name: 'inspections.attachmentsLink',
    summary: 'A link to that zip. It needs no session and is valid for ten minutes.',
    method: 'POST',
    path: '/api/maintenance/inspections/:id/download_attachments/',
    access: viewAccess,
    params: idParam,
    isReadOnly: true,
    reply: link,
  }),
}
