-- Files that belong to a record; their bytes lie outside the database (see server/providers/files). The id is random: it
-- stands in the path by which the record's answers name the file.
create table files (
  id         uuid primary key,
  area       text not null,
  record_id  text not null,
  name       text not null,
  type       text not null,     -- judged by content
  size       integer not null,
  user_id    integer references users on delete set null,
  created_at timestamptz not null
);
create index files_record on files (area, record_id);

-- Bytes on their way in, under the name that the person's device gave them.
create table uploads (
  user_id    integer not null references users on delete cascade,
  id         uuid not null,
  length     integer not null check (length > 0),
  received   integer not null check (received > 0 and received <= length),
  parts      text[] not null,  -- the names of the bytes, in order; none once they are used
  file_id    uuid not null,    -- of the file that a change makes of them
  is_used    boolean not null default false,
  touched_at timestamptz not null,
  primary key (user_id, id)
);
create index uploads_age on uploads (touched_at);
