-- The sessions of a user that were not ended: each sign-in asks how many there are.
create index sessions_live on sessions (user_id) where revoked_at is null;
