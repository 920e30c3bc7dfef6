-- Records whose rows in lists changed although no field of their own did: a report that loses the name of a deleted user,
-- for example. They share the numbers of the history, so that one position covers both. All records of one statement share
-- a number. A record has at most one row here, its latest.
create table indirect_changes (
  area      text not null,
  record_id text not null,
  seq       bigint not null,
  at        timestamptz not null,
  primary key (area, record_id)
);
create index indirect_changes_seq on indirect_changes (seq);

-- Everything after which the rows of a list may have changed, in one sequence of numbers.
create view all_changes as
  select seq, area, record_id, version, at, field, from_value, to_value from history
  union all
  select seq, area, record_id, 0, at, '', null, null from indirect_changes;
