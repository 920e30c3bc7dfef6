/** SQL for a code in the form in which codes are compared: `keyOf` of the contract's `code-rank.ts`. */
const keyOf = (code: string) => String.raw`regexp_replace(glued(${code}), '(^|[^0-9])0+(?=[0-9])', '\1', 'g')`

/** SQL for that form without the letters before the number. */
const withoutSeries = (key: string) => `regexp_replace(${key}, '^[a-z]+(?=[0-9])', '')`

/** SQL for the codes of a record: `RecordCodes` of the contract. */
export interface RecordCodesSql {
  readonly number: string
  readonly others: readonly string[]
}

/**
 * SQL for `codeRank` of the contract: both must rank every record identically. `searched`: SQL for the searched code
 * (`searchedCode`).
 */
export function codeRankSql({ number, others }: RecordCodesSql, searched: string): string {
  const key = keyOf(number)
  const code = `${searched}::text`
  const cases = others.map(
    (other, at) => `when nullif(${other}, '') is not null and ${keyOf(other)} = ${code} then ${at + 2}`,
  )
  return `case when ${code} in (${key}, ${withoutSeries(key)}) then 0
    when starts_with(${key}, ${code}) or starts_with(${withoutSeries(key)}, ${code}) then 1
    ${cases.join(' ')} else ${others.length + 2} end`
}
