import { IMPORT_COLUMNS, type ImportColumn } from '#contract/expenses/import-columns.ts'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'

type Fields<K extends ImportKind> = keyof (typeof IMPORT_COLUMNS)[K]

/** Vendors’ names for each column, as `plainHeader` writes them. If several match, the first name in the list wins. */
const NAMES: { readonly [K in ImportKind]: Readonly<Record<Fields<K>, string>> } = {
  tolls: {
    date: `exitdate exitdatetime transactiondate transactiondatetime trandate transdate tolldate tolldatetime traveldate
      passagedate datetime date`,
    time: 'exittime transactiontime trantime transtime tolltime passagetime time',
    amount: 'amount tollamount tollamt amt tollcharge charge netamount totalamount total tollcost cost toll',
    transponder_id: `transponderid transponder transpondernumber transponderno transponderserialnumber tagid tagnumber tagno tag
      deviceid device tagplatenumber tagplate tagorplate`,
    plate:
      'plate licenseplate licenceplate platenumber licenseplatenumber licenceplatenumber vehicleplate tagplatenumber tagplate tagorplate',
    unit_number:
      'unitnumber unit unitno unitid trucknumber truckid truckno truck vehiclenumber vehicleid vehicle equipmentid',
    agency: 'agency tollagency agencyname tollauthority authority',
    plaza: 'plazalocation plaza tollplaza exitplaza plazaname exitlocation tolllocation facility location',
    posted_on: 'postdate posteddate tollpostdate postingdate dateposted postedon',
    transaction_id: 'transactionid tolltransactionid transactionnumber transactionno referencenumber reference id',
  },
  fuel: {
    date: `transactiondate transactiondatetime purchasedate fueldate trandate transdate transactionposdate posdate datetime date`,
    time: 'transactiontime transactiontimeutc purchasetime trantime transtime transactionpostime postime time timeutc',
    amount: 'amount totalamount netamount amt totalamt netamt netcost total totalcost totalfuelcost cost',
    quantity: `quantity qty gallons gal volume units fuelquantity gallonspurchased totalgallons
      numberoftractorgallons tractorgallons`,
    driver_id: 'driverid pilotflyingjdriver pilotflyingjdriverid pfjdriverid pfjid drivernumber driverno',
    driver_name: 'drivername driver',
    driver_first_name: 'driverfirstname driverfirst firstname',
    driver_last_name: 'driverlastname driverlast lastname',
    unit: 'unitnumber unit unitno unitid trucknumber truckid truckno truck vehiclenumber vehicleid vehicle equipmentid',
    product: 'productcode product producttype fueltype item',
    site: 'site sitename locationname merchant merchantname truckstopname store location locationnumber sitenumber',
    city: 'locationcity merchantcity sitecity truckstopcity city',
    state: `locationstateprovince locationstate merchantstateprovince merchantstate sitestate truckstopstate
      stateprovince state province`,
    price: 'priceperunit unitprice pricepergallon unitcost price ppg ppu',
    invoice: 'invoice invoicenumber invoiceno receipt receiptnumber ticket ticketnumber',
  },
}

/** A header in lower case, without spaces and punctuation. */
export const plainHeader = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The position of each column in a report, and the faults of its headers. */
export interface Columns {
  /** The index of the field, from 0, by column. */
  readonly at: ReadonlyMap<string, number>
  /** The header of each column that was found. */
  readonly map: ColumnMap
  /** Required columns that were not found. */
  readonly missing: readonly string[]
  /** The indexes of the fields that each row must have. */
  readonly needed: readonly number[]
  readonly faults: readonly { readonly column: string; readonly message: string }[]
}

/** Finds each column by the header that the user chose, otherwise by the usual names. */
export function findColumns(kind: ImportKind, headers: readonly string[], requested: ColumnMap = {}): Columns {
  const plainHeaders = headers.map(plainHeader)
  const at = new Map<string, number>()
  const faults: { column: string; message: string }[] = []
  const columns: readonly (readonly [string, ImportColumn])[] = Object.entries(IMPORT_COLUMNS[kind])
  const names: Readonly<Record<string, string>> = NAMES[kind]
  for (const [column, { title }] of columns) {
    const own = Object.hasOwn(requested, column) ? requested[column] : undefined
    // The user chose “none”: the report has no such column, even if a header matches.
    if (own === '') continue
    const found = own === undefined ? placeOf(plainHeaders, names[column]) : requestedPlace(headers, plainHeaders, own)
    if (found !== undefined) {
      at.set(column, found)
      const name = plainHeaders[found] ?? ''
      if (name !== '' && plainHeaders.lastIndexOf(name) !== plainHeaders.indexOf(name))
        faults.push({ column: headers[found] ?? '', message: 'Two columns have this header.' })
    } else if (own !== undefined) faults.push({ column: own, message: `No column has this header, for “${title}”.` })
  }
  const missing = missingColumns(columns, at)
  for (const column of missing)
    faults.push({ column: '', message: `No column was found for “${titleOf(columns, column)}”.` })
  const map = Object.fromEntries([...at].map(([column, index]) => [column, headers[index] ?? '']))
  const needed = columns.flatMap(([column, { isRequired }]) => (isRequired ? [at.get(column) ?? -1] : []))
  return { at, map, missing, needed, faults }
}

const placeOf = (plainHeaders: readonly string[], names = '') =>
  names
    .split(/\s+/)
    .map((name) => plainHeaders.indexOf(name))
    .find((index) => index >= 0)

/**
 * The index of a chosen header: an exact match, otherwise a match by plain name. A header of punctuation alone has no
 * plain name.
 */
function requestedPlace(headers: readonly string[], plainHeaders: readonly string[], own: string): number | undefined {
  const name = plainHeader(own)
  const places = [
    headers.findIndex((header) => header.trim() === own.trim()),
    name === '' ? -1 : plainHeaders.indexOf(name),
  ]
  return places.find((index) => index >= 0)
}

const titleOf = (columns: readonly (readonly [string, ImportColumn])[], column: string) =>
  columns.find(([name]) => name === column)?.[1].title ?? column

function missingColumns(
  columns: readonly (readonly [string, ImportColumn])[],
  at: ReadonlyMap<string, number>,
): string[] {
  const needed = columns.filter(([column, { isRequired }]) => isRequired && !at.has(column)).map(([column]) => column)
  const ownerColumns = columns.filter(([, { identifiesOwner }]) => identifiesOwner).map(([column]) => column)
  // One column that identifies the owner is enough. If all are missing, the first is reported.
  const [first] = ownerColumns
  return first !== undefined && !ownerColumns.some((column) => at.has(column)) ? [...needed, first] : needed
}
