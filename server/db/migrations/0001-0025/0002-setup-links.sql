-- The one-time links that make the first administrator of an empty database. All are gone once one of them was used.
create table setup_links (
  token_hash bytea primary key,  -- sha256 of the token, which stands in the link alone
  expires_at timestamptz not null
);
