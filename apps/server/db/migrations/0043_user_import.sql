-- The import that added a user, and the user's row in the file: the list of an import shows exactly its users, in the
-- order of the file.
alter table end_user
  add column import_guid uuid, -- the task; it is deleted before its users
  add column import_row int,
  add constraint end_user_import_row check ((import_guid is null) = (import_row is null));
create index end_user_of_import on end_user (developer_id, import_guid, import_row, guid)
  where import_guid is not null and deleted_at is null;
