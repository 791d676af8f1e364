-- What this database was made for; one row at most. The fingerprint is an HMAC with the signing key as its key: it tells whether a key
-- is the right one, and nothing about it.
create table installation (
  is_only                 boolean primary key default true check (is_only),
  signing_key_fingerprint bytea not null check (octet_length(signing_key_fingerprint) = 32)
);

-- What is unique compares bytes, so that no change of the operating system's order of letters can let it in twice.
alter table categories alter column name type text collate "C";
alter table migrations alter column name type text collate "C";
