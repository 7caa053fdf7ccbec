-- Filters that walked past every other row of a long list.
create index task_of_kind on task (developer_id, kind, created_at desc, guid desc) where not is_draft;
create index task_of_status on task (developer_id, status, created_at desc, guid desc) where not is_draft;
-- Rows of a task that people look for. Done rows are found without it, and waiting ones become done.
create index task_row_notable on task_row (developer_id, task_guid, state, n) where state in (2, 3);
create index exchange_of_kind on exchange (developer_id, kind, at desc, guid desc);
create index operation_log_type on operation_log (developer_id, type, at desc, id desc);
create index top_up_by_method on top_up (developer_id, method, created_at desc, guid desc);
