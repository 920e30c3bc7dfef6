-- A refresh token has two halves: one that its device keeps (refresh_hash), and one that changes at each use. Of the changing
-- half a session knows its number, what makes it unlike its siblings, and since when it stands. Null: the session began
-- before there were such halves.
alter table sessions add column turn integer;
alter table sessions add column turn_nonce text;
alter table sessions add column turned_at timestamptz;
-- Whether its cookie outlives the browser.
alter table sessions add column is_lasting boolean not null default false;
-- When an old half was used after its time: the session was ended for it.
alter table sessions add column reused_at timestamptz;
-- From where it was used last.
alter table sessions add column network text not null default '';
alter table sessions add column last_user_agent text not null default '';
update sessions set last_user_agent = user_agent;
