-- Each sending of the mail makes a link of its own, and all of them hold: a mail whose answer was lost may have arrived.
alter table former_addresses add column token_hashes bytea[] not null default '{}';
update former_addresses set token_hashes = array[token_hash] where token_hash is not null;
alter table former_addresses drop column token_hash;
create index former_addresses_tokens on former_addresses using gin (token_hashes);
