-- Records whose rows in lists changed although no field of their own did: a deleted user's name in a report, for example.
-- They share the numbers of the history, so that one position covers both. A record has at most one row, its latest.
create table touched_records (
  area      text not null,
  record_id text not null,
  seq       bigint not null unique default nextval(pg_get_serial_sequence('history', 'seq')),
  at        timestamptz not null,
  primary key (area, record_id)
);

-- Everything after which the rows of a list may have changed, by one sequence of numbers.
create view changed_records as
  select seq, area, record_id, version, at, field, from_value, to_value from history
  union all
  select seq, area, record_id, 0, at, '', null, null from touched_records;
