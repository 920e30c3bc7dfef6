import type { Attachment, Comment, Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { SERVICE_TITLE, UNIT_NUMBER, UNIT_TITLE } from '#server/records/sql/inspection-sql.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'

const userName = (u: string) => {
  const person = jsonObject<NonNullable<Inspection['created_by']>>({
    id: `${u}.id`,
    first_name: `${u}.first_name`,
    last_name: `${u}.last_name`,
  })
  return `case when ${u}.id is not null then ${person} end`
}

/** SQL for a nullable number, as a JSON number. */
const number = (column: string) => `${column}::float8`
const list = (row: string, from: string, order: string) =>
  `(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`

const DEFECTS = list(
  jsonObject<Defect>({
    id: 'd.id',
    client_id: 'd.client_id',
    defect_type: 'd.defect_type',
    urgency: 'd.urgency',
    description: 'd.description',
    state: 'd.state',
    settled_by: 'd.settled_by',
    settled_at: instantText('d.settled_at'),
    settled_note: 'd.settled_note',
  }),
  'defects d where d.inspection_id = i.id',
  'd.id',
)

/** The last part of a file's path shows only its type. Users' file names must not appear in URLs. */
const PATH = `'/api/files/' || f.id || '/attachment.' || case f.type when 'image/jpeg' then 'jpg' when 'image/png' then 'png'
  when 'image/webp' then 'webp' when 'application/pdf' then 'pdf' else 'txt' end`

const ATTACHMENTS = list(
  jsonObject<Attachment>({
    id: 'a.id',
    client_id: 'a.client_id',
    file: PATH,
    file_size: 'f.size',
    name: 'f.name',
    type: 'f.type',
    defect: 'a.defect_id',
    is_after_repair: 'a.is_after_repair',
  }),
  'inspection_attachments a join files f on f.id = a.file_id where a.inspection_id = i.id',
  'a.id',
)

const COMMENTER = jsonObject<NonNullable<Comment['user']>>({
  id: 'u.id',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  photo: 'u.photo',
})

/** SQL for a comment in the wire format, over `c` comments and `u` its author. */
export const COMMENT = jsonObject<Comment>({
  id: 'c.id',
  client_id: 'c.client_id',
  text: 'c.text',
  created_at: instantText('c.created_at'),
  user: `case when u.id is not null then ${COMMENTER} end`,
})

const COMMENTS = list(
  COMMENT,
  'inspection_comments c left join users u on u.id = c.user_id where c.inspection_id = i.id',
  'c.created_at, c.id',
)

const TRANSPORT = jsonObject<Inspection['transport']>({
  id: 'i.unit_name',
  kind: 'i.unit_kind',
  number: UNIT_NUMBER,
  title: UNIT_TITLE,
  miles_driven: number('t.miles_driven'),
  is_deleted: 'i.unit_id is null',
})

/** SQL for an inspection in the wire format, over `i` inspections and the tables of `INSPECTION_PEOPLE`. */
export const INSPECTION = jsonObject<Inspection>({
  id: 'i.id',
  client_id: 'i.client_id',
  date: 'i.date',
  fleet_manager: userName('m'),
  transport: TRANSPORT,
  service_type: 'i.service_type',
  service_type_display: SERVICE_TITLE,
  career: 'i.career',
  total_cost: number('i.total_cost'),
  odometer: number('i.odometer'),
  due_date: 'i.due_date',
  due_mileage: number('i.due_mileage'),
  note: 'i.note',
  report_type: 'i.report_type',
  defects: DEFECTS,
  checklist: 'i.checklist',
  attachments: ATTACHMENTS,
  comments: COMMENTS,
  approved_by: userName('ab'),
  approved_date: 'i.approved_date',
  approved_at: instantText('i.approved_at'),
  approval_received_at: instantText('i.approval_received_at'),
  reviewed_by: 'i.reviewed_by',
  reviewed_at: instantText('i.reviewed_at'),
  created_by: userName('cb'),
  made_at: instantText('i.made_at'),
  received_at: instantText('i.received_at'),
  is_latest: 'i.is_latest',
  version: 'i.version',
})

const idFilter = (ids: string, column: string) =>
  ids === '' ? '' : ` and ${ids} = any(array(select ${column} from page))`

/**
 * Joins of the unit and the users that an inspection refers to. `isPage`: reads only those of the page's rows, by id.
 */
const joinsOfInspection = (isPage: boolean) => {
  const limitToPage = (alias: string, column: string) => idFilter(isPage ? `${alias}.id` : '', column)
  return `left join units t on t.id = i.unit_id${limitToPage('t', 'unit_id')}
    left join users m on m.id = i.fleet_manager_id${limitToPage('m', 'fleet_manager_id')}
    left join users ab on ab.id = i.approved_by${limitToPage('ab', 'approved_by')}
    left join users cb on cb.id = i.created_by${limitToPage('cb', 'created_by')}`
}
export const INSPECTION_PEOPLE = joinsOfInspection(false)
export const PAGE_INSPECTION_PEOPLE = joinsOfInspection(true)
