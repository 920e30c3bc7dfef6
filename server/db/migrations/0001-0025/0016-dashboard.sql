-- What the company had each Sunday at 00:00 in Chicago: the dashboard tells how this week differs, and half a year of it.
create table statistic_weeks (
  sunday         date primary key check (extract(dow from sunday) = 0),
  total_workers  integer not null,
  total_trucks   integer not null,
  total_trailers integer not null,
  dispatchers    jsonb not null, -- how many of each status, and `total`
  drivers        jsonb not null,
  taken_at       timestamptz not null
);

-- What came in is summed by day too (docs/decisions/0018-expenses-are-summed-by-day.md).
alter table daily_expenses rename to daily_totals;
alter table daily_totals drop constraint daily_expenses_kind_check;
alter table daily_totals add constraint daily_totals_kind_check check (kind in ('tolls', 'fuel', 'revenue'));

create or replace function sum_expenses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from came) then return null; end if;
    lock table daily_totals in share row exclusive mode;
    insert into daily_totals as d (kind, date, amount)
    select tg_argv[0], r.date, sum(r.amount) from came r group by r.date
    on conflict (kind, date) do update set amount = d.amount + excluded.amount;
  elsif tg_op = 'DELETE' then
    if not exists (select from went) then return null; end if;
    lock table daily_totals in share row exclusive mode;
    insert into daily_totals as d (kind, date, amount)
    select tg_argv[0], r.date, -sum(r.amount) from went r group by r.date
    on conflict (kind, date) do update set amount = d.amount + excluded.amount;
  else
    if not exists (
      select from (select date, amount from came union all select date, -amount from went) r
      group by r.date having sum(r.amount) <> 0) then return null; end if;
    lock table daily_totals in share row exclusive mode;
    insert into daily_totals as d (kind, date, amount)
    select tg_argv[0], r.date, sum(r.amount)
    from (select date, amount from came union all select date, -amount from went) r
    group by r.date having sum(r.amount) <> 0
    on conflict (kind, date) do update set amount = d.amount + excluded.amount;
  end if;
  return null;
end $$;
alter function sum_expenses() rename to sum_by_day;

create trigger gross_revenue_came after insert on gross_revenue
  referencing new table as came for each statement execute function sum_by_day('revenue');
create trigger gross_revenue_went after delete on gross_revenue
  referencing old table as went for each statement execute function sum_by_day('revenue');
create trigger gross_revenue_changed after update on gross_revenue
  referencing old table as went new table as came for each statement execute function sum_by_day('revenue');
insert into daily_totals (kind, date, amount) select 'revenue', date, sum(amount) from gross_revenue group by date;

-- The list's order within a day.
drop index gross_revenue_date;
create index gross_revenue_date on gross_revenue (date, id);
