-- What happened to accounts and sessions. It names people by id without a reference, and by the name of then: a user who is
-- deleted stays named. Rows are only ever added; one that is a year old may be deleted.
create table security_events (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  kind         text not null,
  actor_id     integer,
  actor_name   text not null default '',
  subject_id   integer,
  subject_name text not null default '',
  session      uuid,
  network      text not null default '',
  user_agent   text not null default '',
  detail       jsonb not null default '{}'
);
create index security_events_at on security_events (at);
create index security_events_kind on security_events (kind, id desc);
create index security_events_subject on security_events (subject_id, id desc);
create index security_events_actor on security_events (actor_id, id desc);

create function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '364 days' then
    return old;
  end if;
  raise exception 'security events are only ever added' using errcode = '23514';
end $$;
create trigger security_events_kept before update or delete on security_events
  for each row execute function keep_security_events();
