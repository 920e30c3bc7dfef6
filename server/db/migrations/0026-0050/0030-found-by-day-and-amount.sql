-- An expense that comes again is looked for among those of its day and amount, whosever they were found to be when they came
-- (docs/decisions/0035-an-expense-is-known-by-its-meaning.md): what rows that are nobody's mean in one number is asked no more.
alter table toll_transactions drop column meaning;
alter table fuel_transactions drop column meaning;
drop index toll_transactions_nobodys;
drop index fuel_transactions_nobodys;
drop index toll_transactions_date;
create index toll_transactions_date on toll_transactions (date, amount);
drop index fuel_transactions_date;
create index fuel_transactions_date on fuel_transactions (date, amount);

-- The person whose name, phone and e-mail a unit copies is held until the transaction ends: a change of that person waits, and
-- finds this unit among those that follow it.
create or replace function find_unit_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.fleet_manager_name, old.fleet_manager_phone, old.fleet_manager_email)
      is distinct from (new.fleet_manager_name, new.fleet_manager_phone, new.fleet_manager_email) then
    new.fleet_manager_id := (select u.id from users u where lower(u.email) = lower(new.fleet_manager_email)
      and trim(u.first_name || ' ' || u.last_name) = new.fleet_manager_name and u.phone = new.fleet_manager_phone
      for share of u);
  end if;
  return new;
end $$;
