-- Ended seats of an account, in any case of its letters (see 0049), of a device or a network. Seats in use are searched
-- without an index, since every heartbeat would write to it.
alter table seat add column account_key text generated always as (lower(account)) stored;
create index seat_ended_of_account on seat (developer_id, account_key) where ended_at is not null;
create index seat_ended_of_device on seat (developer_id, machine_name) where ended_at is not null;
create index seat_ended_of_network on seat (developer_id, network) where ended_at is not null;
