-- An account is found, and held apart from others, by its e-mail with A to Z folded and nothing else, whatever the database's
-- locale: as the server folds it. `lower` of a locale makes one letter of several (of İ and i), or two of one (of I and i).
-- Accounts that only that told apart keep their e-mail, which is theirs as it is written, and are marked but for the first.
alter table users add column email_is_doubled boolean not null default false;
update users u set email_is_doubled = true where exists (
  select from users o where lower(o.email collate "C") = lower(u.email collate "C") and o.id < u.id);
drop index users_email;
create unique index users_email on users (lower(email collate "C")) where not email_is_doubled;
create index users_by_email on users (lower(email collate "C"));

-- Another e-mail is held apart like all others.
create function note_own_email() returns trigger language plpgsql as $$
begin
  new.email_is_doubled := false;
  return new;
end $$;
create trigger users_own_email before update of email on users
  for each row when (old.email is distinct from new.email) execute function note_own_email();

create or replace function find_unit_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.fleet_manager_name, old.fleet_manager_phone, old.fleet_manager_email)
      is distinct from (new.fleet_manager_name, new.fleet_manager_phone, new.fleet_manager_email) then
    new.fleet_manager_id := (select u.id from users u
      where lower(u.email collate "C") = lower(new.fleet_manager_email collate "C")
      and trim(u.first_name || ' ' || u.last_name) = new.fleet_manager_name and u.phone = new.fleet_manager_phone
      order by u.id limit 1 for share of u);
  end if;
  return new;
end $$;
