/** Labels per sheet: two columns of five. */
const PER_SHEET = 10

/** The rows in portions of one sheet. No portion is empty. */
export function sheetsOf<Row>(rows: readonly Row[]): readonly (readonly [Row, ...Row[]])[] {
  const count = Math.ceil(rows.length / PER_SHEET)
  return Array.from({ length: count }, (_, at) => rows.slice(at * PER_SHEET, (at + 1) * PER_SHEET)).filter(isFilled)
}

function isFilled<Row>(rows: Row[]): rows is [Row, ...Row[]] {
  return rows.length > 0
}
