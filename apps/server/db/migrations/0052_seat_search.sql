-- Ended seats of an account, a device or a network. Seats in use are searched without an index, since every heartbeat
-- would write to it.
create index seat_ended_of_account on seat (developer_id, lower(account)) where ended_at is not null;
create index seat_ended_of_device on seat (developer_id, machine_name) where ended_at is not null;
create index seat_ended_of_network on seat (developer_id, network) where ended_at is not null;
