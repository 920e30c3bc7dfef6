-- The last three links of a person that set a password hold: who asks for links in another's name ends none of theirs.
alter table password_links drop constraint password_links_pkey;
alter table password_links add column made_at timestamptz not null default now();
alter table password_links add primary key (user_id, token_hash);
