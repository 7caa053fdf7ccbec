-- A task whose undo has ended is undone: a status of its own, so that lists can filter by it.
alter table task drop constraint task_status_check;
alter table task add constraint task_status_check check (status between 0 and 6);
update task t set status = 6
from task u
where u.developer_id = t.developer_id and u.guid = t.undone_by and u.status = 2 and u.success > 0
  and t.status in (2, 3, 5);
