import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Db } from '#server/db/db.ts'
import type { Caller, ReceivedResponse } from '#tests/support/server/app.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

/** A vendor's toll report with these rows. */
export const tollReport = (...rows: readonly string[]) =>
  [
    'Transaction Date,Plaza Location,Agency,License Plate,Transponder ID,Unit Number,Amount,Post Date',
    ...rows,
    '',
  ].join('\r\n')
export const fuelReport = (...rows: readonly string[]) =>
  [
    'Transaction Date,Transaction Time,Driver ID,Driver Name,Unit,City,Location State/Province,Product Code,Quantity,Amount,Invoice',
    ...rows,
    '',
  ].join('\n')

interface ReportOptions {
  readonly kind?: ImportKind
  readonly name?: string
  readonly columns?: Readonly<Record<string, string>>
  readonly choices?: Readonly<Record<string, unknown>>
  readonly client_id?: string
  readonly decided?: object
}

async function bodyOf(
  by: Caller,
  report: string | Uint8Array,
  { kind = 'tolls', name = 'report.csv', ...rest }: ReportOptions,
) {
  return { kind, name, file: { upload: await sendUpload(by, Buffer.from(report as string)) }, ...rest }
}

/** Uploads a report and previews its import. */
export async function preview(
  by: Caller,
  report: string | Uint8Array,
  sending: ReportOptions = {},
): Promise<ReceivedResponse> {
  return by('POST', '/api/imports/preview/', { body: await bodyOf(by, report, sending) })
}

/** Uploads a report and imports it. */
export async function uploadReport(
  by: Caller,
  report: string | Uint8Array,
  sending: ReportOptions = {},
): Promise<ReceivedResponse> {
  return by('POST', '/api/imports/', { body: await bodyOf(by, report, sending) })
}

/** Inserts a truck with these identifiers. */
export async function addTruck(
  db: Db,
  id: string,
  identifiers: { transponder?: string; plate?: string; number?: string },
) {
  await db.query(
    'test.equip',
    `insert into units (id, kind, unit_number, licence_plate, transponder_id) values ($1, 'truck', $2, $3, $4)`,
    [id, identifiers.number ?? null, identifiers.plate ?? null, identifiers.transponder ?? null],
  )
}

export interface StoredToll {
  readonly unit_id: string | null
  readonly date: string
  readonly amount: number
}

/** The stored tolls, in the order in which they were inserted. */
export const tolls = (db: Db): Promise<StoredToll[]> =>
  db.query('test.tolls', 'select unit_id, date, amount from toll_transactions order by id')
export const fuel = (db: Db): Promise<{ driver_id: number; unit_id: string; amount: number; product: string }[]> =>
  db.query('test.fuel', 'select driver_id, unit_id, amount, product, gallons, site from fuel_transactions order by id')
