-- What a person uploaded stays known until its bytes are gone too: the sweep finds them through these rows alone. Ids of
-- users are never used again, so that a row whose user is gone is nobody else's.
alter table uploads drop constraint uploads_user_id_fkey;

-- Deleting a user sets these to null.
create index history_user on history (user_id);
create index files_user on files (user_id);
