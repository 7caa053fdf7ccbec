-- Who made the link of an operator, and so can read it. It does not outlive the right to make it. Null: a command.
alter table operator add column link_by uuid;
