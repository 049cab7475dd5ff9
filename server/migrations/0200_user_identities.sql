-- compatible with 0109
-- Accounts of users at OpenID Connect providers, with which they sign in. `auth_provider` may be the name of a provider.
create table user_identities (
  provider text not null constraint user_identities_provider check (provider ~ '^[a-z][a-z0-9_]{0,39}$'),
  subject text not null constraint user_identities_subject check (length(subject) between 1 and 255),
  user_id uuid not null constraint user_identities_user_fk references users,
  created_at timestamptz(3) not null default clock(),
  constraint user_identities_pk primary key (provider, subject),
  constraint user_identities_once unique (user_id, provider)
);
grant select, insert, delete on user_identities to cliffhanger_app;

alter table users drop constraint users_auth_provider;
alter table users add constraint users_auth_provider check (auth_provider ~ '^[a-z][a-z0-9_]{0,39}$') not valid;
