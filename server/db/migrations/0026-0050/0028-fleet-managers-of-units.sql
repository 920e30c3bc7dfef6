-- From which person the contact of a unit was copied: it follows that person. What was typed by hand is nobody's copy.
alter table units add column fleet_manager_id integer references users on delete set null;
create index units_fleet_manager on units (fleet_manager_id) where fleet_manager_id is not null;

-- A contact that says just what a person's own record says is that person's, whoever writes it and by whichever way.
create function find_unit_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.fleet_manager_name, old.fleet_manager_phone, old.fleet_manager_email)
      is distinct from (new.fleet_manager_name, new.fleet_manager_phone, new.fleet_manager_email) then
    new.fleet_manager_id := (select u.id from users u where lower(u.email) = lower(new.fleet_manager_email)
      and trim(u.first_name || ' ' || u.last_name) = new.fleet_manager_name and u.phone = new.fleet_manager_phone);
  end if;
  return new;
end $$;
create trigger units_manager before insert or update of fleet_manager_name, fleet_manager_phone, fleet_manager_email on units
  for each row execute function find_unit_manager();

update units t set fleet_manager_id = u.id from users u
where lower(u.email) = lower(t.fleet_manager_email) and trim(u.first_name || ' ' || u.last_name) = t.fleet_manager_name
  and u.phone = t.fleet_manager_phone;
