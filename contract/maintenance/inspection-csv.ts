import { csvText } from '#contract/text/csv.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Defect, Inspection } from './inspections.ts'
import { defectTitle, reportTitle, stateTitle, urgencyTitle } from './maintenance-choices.ts'

type Person = Parameters<typeof fullName>[0] | null

const nameOf = (person: Person) => (person === null ? '' : fullName(person))
const money = (amount: number) => amount.toFixed(2)
const miles = (amount: number | null) => (amount === null ? '' : amount.toFixed(3))

function defectWords({ defect_type, urgency, description, state, settled_by }: Defect): string {
  const by = settled_by === null ? '' : ` by ${settled_by}`
  return `${defectTitle(defect_type)} (${urgencyTitle(urgency)}, ${stateTitle(state)}${by})${description && `: ${description}`}`
}

const COLUMNS: readonly (readonly [title: string, of: (row: Inspection) => string])[] = [
  ['ID', ({ id }) => `${id}`],
  ['Date', ({ date }) => date],
  ['Vehicle or Asset', ({ transport }) => transport.title],
  ['Service Type', ({ service_type_display }) => service_type_display],
  ['Report Type', ({ report_type }) => reportTitle(report_type)],
  ['Fleet Manager', ({ fleet_manager }) => nameOf(fleet_manager)],
  ['Career', ({ career }) => career],
  ['Total Cost', ({ total_cost }) => money(total_cost)],
  ['Odometer', ({ odometer }) => miles(odometer)],
  ['Due Date', ({ due_date }) => due_date ?? ''],
  ['Due Mileage', ({ due_mileage }) => miles(due_mileage)],
  ['Defects', ({ defects }) => defects.map(defectWords).join('\n')],
  ['Note', ({ note }) => note],
  ['Attachments', ({ attachments }) => attachments.map(({ name }) => name).join('\n')],
  [
    'Comments',
    ({ comments }) => comments.map(({ created_at, user, text }) => `${created_at} ${nameOf(user)}: ${text}`).join('\n'),
  ],
  ['Approved By', ({ approved_by }) => nameOf(approved_by)],
  ['Approved Date', ({ approved_date }) => approved_date ?? ''],
  ['Reviewed By', ({ reviewed_by }) => reviewed_by ?? ''],
  ['Reviewed At', ({ reviewed_at }) => reviewed_at ?? ''],
]

/** Inspections as CSV: a header row and one row for each inspection. Server and app produce the same text. */
export function inspectionCsv(rows: readonly Inspection[]): string {
  return csvText([COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, read]) => read(row)))])
}

/** The file name: "12-inspections.csv" for 12 inspections; "4711-inspection.csv" for the single inspection 4711. */
export function inspectionCsvName(rows: readonly { readonly id: number }[]): string {
  const [first] = rows
  return rows.length === 1 && first ? `${first.id}-inspection.csv` : `${rows.length}-inspections.csv`
}
