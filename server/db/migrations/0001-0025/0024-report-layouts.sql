-- How a report's layout, known by its headers, was read when it was last taken in.
create table import_layouts (
  kind text not null,
  headers_hash bytea not null,
  columns jsonb not null,
  choices jsonb not null,
  user_id integer references users (id) on delete set null,
  changed_at timestamptz not null,
  primary key (kind, headers_hash)
);

-- Lines that the bringer of a report left out of it.
alter table import_batches add column left_out integer not null default 0;
