/** SQL for an instant on the wire: ISO 8601 UTC with milliseconds. For JSON that the database builds. */
export const instantText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
