import * as z from 'zod/mini'
import type { Attachment, Inspection } from '#contract/inspections.ts'
import { hasDueMileage, SERVICE_TYPES, serviceTitle, serviceType } from '#contract/maintenance-choices.ts'
import { isoDate, serverId } from '#contract/record.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { keptFileUrl } from '#src/offline/outbox/kept-file-url.ts'
import { costWords, milesWords, nameWords, serviceWords } from './inspection-words.ts'
import { heldTransport, NO_ID_YET, seenInspection } from './seen-inspection.ts'

/** A number as it is, or as it was typed anew: the server has rules for it, which what waits must outlive. */
const number = z.union([z.number(), z.string()])

/** What a change gives an inspection; what is absent stays. */
export const inspectionPatch = z.object({
  /** With all that is shown of it. */
  transport: z.optional(heldTransport),
  service_type: z.optional(serviceType),
  due_date: z.optional(z.nullable(isoDate)),
  due_mileage: z.optional(z.nullable(number)),
  total_cost: z.optional(number),
  fleet_manager: z.optional(z.object({ id: serverId, first_name: z.string(), last_name: z.string() })),
  note: z.optional(z.string()),
})
export type InspectionPatch = z.output<typeof inspectionPatch>

/** A file that a change attaches; its bytes are given with the change under the name of the upload. */
export const newFile = z.object({ upload: z.guid(), name: z.string(), type: z.string(), size: z.int() })
export type NewFile = z.output<typeof newFile>

/** `to`: what differs, and that alone. */
export const changeInput = z.object({
  was: seenInspection,
  to: inspectionPatch,
  files: z._default(z.array(newFile), []),
})
export type ChangeOfInspection = z.output<typeof changeInput>
type Name = keyof InspectionPatch

/** A new file as the inspection shows it, as long as only this device has it. */
export const shownFile = ({ upload, name, type, size }: NewFile): Attachment => ({
  id: NO_ID_YET,
  client_id: upload,
  file: keptFileUrl(upload),
  file_size: size,
  name,
  type,
  defect: null,
})

const asNumber = (typed: number | string, before: number) => {
  const known = typeof typed === 'number' ? typed : Number(typed)
  return Number.isFinite(known) ? known : before
}

/** An inspection with what a patch gives it. */
export function withPatch(row: Inspection, to: InspectionPatch): Inspection {
  const { due_mileage, total_cost, ...rest } = to
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...row,
    ...said,
    ...(to.service_type && { service_type_display: serviceTitle(to.service_type) }),
    ...(due_mileage !== undefined && {
      due_mileage: due_mileage === null ? null : asNumber(due_mileage, row.due_mileage ?? 0),
    }),
    ...(total_cost !== undefined && { total_cost: asNumber(total_cost, row.total_cost) }),
  }
}

/** An inspection with a change. What the server has of the new files by now stands as the server tells it. */
export function changedInspection(
  row: Inspection,
  { to, files }: Pick<ChangeOfInspection, 'to' | 'files'>,
): Inspection {
  const has = new Set(row.attachments.map(({ client_id }) => client_id))
  const attached = files.filter(({ upload }) => !has.has(upload)).map(shownFile)
  return { ...withPatch(row, to), attachments: [...row.attachments, ...attached] }
}

/** What the call takes. */
export function bodyOfChange({ to: { transport, fleet_manager, ...rest }, files }: ChangeOfInspection) {
  return {
    ...rest,
    ...(transport && { transport: transport.id }),
    ...(fleet_manager && { fleet_manager: fleet_manager.id }),
    ...(files.length > 0 && { files: files.map(({ upload, name }) => ({ upload, name })) }),
  }
}

interface Said {
  readonly name: Name
  readonly title: string
  readonly as: (input: ChangeOfInspection) => FieldKind
  readonly words: (value: unknown, input: ChangeOfInspection) => string
}

/** A unit; where a conflict tells only the id, it may be one that the change itself names. */
function transportWords(value: unknown, { was, to }: ChangeOfInspection): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  const known = [value, was.transport, to.transport].find((one) => hasTitle(one) && one.id === id)
  return hasTitle(known) ? known.title : valueWords(id)
}
const hasTitle = (value: unknown): value is { readonly id: unknown; readonly title: string } =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'

function managerWords(value: unknown, { was, to }: ChangeOfInspection): string {
  if (typeof value !== 'number') return nameWords(value)
  const known = [was.fleet_manager, to.fleet_manager].find((one) => one?.id === value)
  return known ? nameWords(known) : `User ${value}`
}

/** Loaded when somebody chooses: changes themselves stand before the first screen. */
const loadChoices = () => import('./load-inspection-choices.ts')

const text: FieldKind = { is: 'text' }
const services: FieldKind = { is: 'choice', of: SERVICE_TYPES.map(([value, title]) => ({ value, title })) }

/** All that a change can say, in the order in which the form asks for it. */
const SAID: readonly Said[] = [
  {
    name: 'transport',
    title: 'Vehicle or asset',
    as: ({ was }) => ({ is: 'pick', choices: async () => (await loadChoices()).loadTransportChoices(was.transport) }),
    words: transportWords,
  },
  { name: 'service_type', title: 'Service type', as: () => services, words: serviceWords },
  { name: 'due_date', title: 'Due date', as: () => ({ is: 'date' }), words: dayWords },
  { name: 'due_mileage', title: 'Due mileage', as: () => text, words: milesWords },
  { name: 'total_cost', title: 'Total cost', as: () => text, words: costWords },
  {
    name: 'fleet_manager',
    title: 'Fleet manager',
    as: ({ was }) => ({ is: 'pick', choices: async () => (await loadChoices()).loadManagerChoices(was.fleet_manager) }),
    words: managerWords,
  },
  { name: 'note', title: 'Comment', as: () => text, words: valueWords },
]

const NUMBERS: ReadonlySet<Name> = new Set(['due_mileage', 'total_cost'])

/** What was typed anew in the Outbox, as the change says it. */
function typedAs(name: Name, value: unknown): unknown {
  if (name === 'due_date' && value === '') return null
  if (!NUMBERS.has(name) || typeof value !== 'string') return value
  return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
}

const isEmpty = ({ to, files }: Pick<ChangeOfInspection, 'to' | 'files'>) =>
  files.length === 0 && Object.values(to).every((value) => value === undefined)

function filesField(input: ChangeOfInspection): readonly Field<ChangeOfInspection>[] {
  if (input.files.length === 0) return []
  return [
    {
      names: ['files'],
      title: 'New attachments',
      as: { is: 'unchangeable' },
      was: undefined,
      yours: input.files.map(({ name }) => name),
      words: valueWords,
      with: () => input,
      without: () => (isEmpty({ to: input.to, files: [] }) ? null : { ...input, files: [] }),
    },
  ]
}

/** The fields of a change, for its words, for editing it, and for deciding a conflict. */
export function changeFields(input: ChangeOfInspection): readonly Field<ChangeOfInspection>[] {
  const { was, to, files } = input
  const said = SAID.filter(({ name }) => to[name] !== undefined).map(({ name, title, as, words }) => ({
    names: [name],
    title,
    as: as(input),
    was: was[name],
    yours: to[name],
    words: (value: unknown) => words(value, input),
    with: (value: unknown) => ({ ...input, to: { ...to, [name]: typedAs(name, value) } }),
    without: () => {
      const { [name]: _, ...rest } = to
      return isEmpty({ to: rest, files }) ? null : { ...input, to: rest }
    },
  }))
  return [...said, ...filesField(input)]
}

/** "Total cost: $412.50 → $500.00 · New attachments: tire.jpg". */
export function changeWords(input: ChangeOfInspection): string {
  return changeFields(input)
    .map(({ title, was, yours, words }) =>
      was === undefined ? `${title}: ${words(yours)}` : `${title}: ${words(was)} → ${words(yours)}`,
    )
    .join(' · ')
}

/** What puts back what a change changes of the inspection's own fields; null where that can't be said. */
export function inversePatch({ was, to }: ChangeOfInspection): InspectionPatch | null {
  const names = SAID.map(({ name }) => name).filter((name) => to[name] !== undefined)
  const isGone = names.includes('transport') && was.transport.is_deleted
  if (isGone || (names.includes('fleet_manager') && was.fleet_manager === null)) return null
  return inspectionPatch.parse(Object.fromEntries(names.map((name) => [name, was[name]])))
}

/** Another service takes the due mileage with it: only an oil change has one. */
export function withDueMileage(was: Pick<Inspection, 'due_mileage'>, to: InspectionPatch): InspectionPatch {
  const isLost = to.service_type !== undefined && !hasDueMileage(to.service_type) && was.due_mileage !== null
  return isLost ? { ...to, due_mileage: null } : to
}
