/** SQL for an instant as the wire writes it: ISO 8601 UTC with milliseconds, for JSON that the database makes. */
export const instantText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
