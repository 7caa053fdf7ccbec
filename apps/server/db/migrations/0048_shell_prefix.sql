-- A prefix of a shell number is asked for as a range: under row-level security, `like` uses no index.
drop index dongle_license_of_shell;
create index dongle_license_of_shell on dongle_license (developer_id, shell_number) where ended_at is null;
drop index dongle_package_of_shell;
create index dongle_package_of_shell on dongle_package (developer_id, shell_number);
