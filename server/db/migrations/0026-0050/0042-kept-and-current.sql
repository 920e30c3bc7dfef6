-- The security log can't be emptied as a whole either.
create or replace function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '364 days' then
      return old;
    end if;
  end if;
  raise exception 'security events are only ever added' using errcode = '23514';
end $$;
create trigger security_events_not_emptied before truncate on security_events
  for each statement execute function keep_security_events();

-- Which secret the database is served with: a former one that is put back is another one than the last, too.
alter table token_secrets add column is_current boolean not null default false;
update token_secrets set is_current = true
where id = (select id from token_secrets order by first_used_at desc, id desc limit 1);
