/**
 * SQL that notes records whose rows in lists change although no field of their own changes. Devices that have such a row
 * then receive it again. Use it as a CTE of the statement that causes the change. `records`: SQL that selects each
 * record's area and id; `at`: SQL for the time of the change.
 */
export const indirectChangeInsert = (records: string, at: string): string =>
  // One number for all: a statement that notes thousands of records must not look like thousands of changes. In order, so
  // that two transactions that note the same records wait for each other instead of blocking each other.
  `insert into indirect_changes (area, record_id, seq, at)
    select r.area, r.id, n.seq, ${at}::timestamptz
    from (select distinct area, id::text as id from (${records}) as r(area, id)) r
      cross join (select nextval(pg_get_serial_sequence('history', 'seq')) as seq) n
    order by r.area, r.id
    on conflict (area, record_id) do update set seq = excluded.seq, at = excluded.at`
