-- A session that does not say when its password was given has none that counts.
alter table sessions alter column password_at set default '-infinity';
