-- The morning's mail of what needs attention: who wants it, and the days for which it was put into the line.
alter table users add column wants_digest boolean not null default false;

create table digest_days (
  day       date primary key,
  queued_at timestamptz not null
);

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check check (kind in ('welcome', 'reset', 'digest'));
