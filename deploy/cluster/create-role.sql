-- Run once on the primary, by its superuser. PgBouncer drops the limits that the server asks for when it connects, so its
-- role has them. Change the password.
create role firsthand login password 'ROLE_PASSWORD';
alter role firsthand set statement_timeout = '5s';
alter role firsthand set idle_in_transaction_session_timeout = '10s';
alter role firsthand set synchronous_commit = on;
create database firsthand owner firsthand;
revoke all on database firsthand from public;
