-- The operations of one request or task, for the filter by batch.
create index operation_log_request on operation_log (developer_id, request_id, at desc, id desc);
