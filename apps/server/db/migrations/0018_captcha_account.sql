-- The account that a challenge was requested for, as a keyed hash. Its failures count for that account, and its pass is
-- priced for it. Null if the request named none. Standings now also count networks and accounts, under their own keyed
-- hashes; the column keeps its name for servers of the previous version.
alter table captcha_challenge add column account bytea;
alter table captcha_pass add column account bytea;
