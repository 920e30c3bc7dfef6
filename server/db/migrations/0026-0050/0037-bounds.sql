-- Of a user's devices the fifty that were seen last are known with what is missing of them. Of those that are not, the highest
-- number stays: one that comes back does not seem to have lost what it sent before.
create table forgotten_devices (
  user_id      integer not null references users on delete cascade,
  device_id    uuid not null,
  highest_seq  bigint not null,
  forgotten_at timestamptz not null default now(),
  primary key (user_id, device_id)
);
create index forgotten_devices_age on forgotten_devices (user_id, forgotten_at);
create index devices_age on devices (last_seen_at);

create function keep_devices_few() returns trigger language plpgsql as $$
begin
  with forgotten as (
    delete from devices d using (
      select device_id from devices where user_id = new.user_id and device_id <> new.device_id
      order by last_seen_at desc, device_id offset 49) o
    where d.user_id = new.user_id and d.device_id = o.device_id
    returning d.user_id, d.device_id, d.highest_seq)
  insert into forgotten_devices as f (user_id, device_id, highest_seq) select * from forgotten
  on conflict (user_id, device_id) do update set
    highest_seq = greatest(f.highest_seq, excluded.highest_seq), forgotten_at = excluded.forgotten_at;
  -- A script that makes devices up does not fill the disk either.
  if found then
    delete from forgotten_devices f using (
      select device_id from forgotten_devices where user_id = new.user_id
      order by forgotten_at desc, device_id offset 1000) o
    where f.user_id = new.user_id and f.device_id = o.device_id;
  end if;
  return null;
end $$;
create trigger devices_few after insert on devices for each row execute function keep_devices_few();
