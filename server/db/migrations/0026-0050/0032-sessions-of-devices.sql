-- Which secrets this database was served with, by what names them without telling them: the keys of devices are derived from
-- them, so that one that is missing at a start is noticed.
create table token_secrets (
  id            text primary key check (id ~ '^[0-9a-f]{8}$'),
  first_used_at timestamptz not null default now()
);

-- Sessions of a person who was deleted stay as long as any that has ended: a device that comes back with one is told that the
-- account is no more, and not just that the session is over.
alter table sessions drop constraint sessions_user_id_fkey;
alter table sessions alter column user_id drop not null;
alter table sessions add constraint sessions_user_id_fkey foreign key (user_id) references users on delete set null;

-- Whether a user has signed in on a device, whatever became of that session.
create index sessions_device on sessions (user_id, device);
drop index sessions_user;

-- Which record a photo is shown with: a file that none names any more is not shown.
create index users_photo on users (photo) where photo is not null;
create index units_photo on units (photo) where photo is not null;
