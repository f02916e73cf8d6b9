-- Run once by the image of PostgreSQL, when it makes a new database. The server's role owns its own database and is no
-- superuser, and the superuser has no password: it is reached through the container only.
\getenv password POSTGRES_PASSWORD
create role firsthand login password :'password';
create database firsthand owner firsthand;
revoke all on database firsthand from public;
alter role postgres password null;
