-- compatible with 0109
-- Filters and order of a list under a name: private, or shared with a role.
create table saved_views (
  id uuid constraint saved_views_pk primary key,
  admin_id uuid not null constraint saved_views_admin_fk references admins,
  list text not null constraint saved_views_list check (list ~ '^[a-z-]{1,40}$'),
  name text not null constraint saved_views_name check (length(name) between 1 and 60),
  search jsonb not null constraint saved_views_search check (jsonb_typeof(search) = 'object'),
  -- Null while it is private.
  role_id uuid constraint saved_views_role_fk references roles,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint saved_views_name_unique unique (admin_id, list, name)
);
create index saved_views_role on saved_views (role_id);
create index saved_views_newest on saved_views (created_at, id);
grant select, insert, update, delete on saved_views to cliffhanger_app;

create view saved_view_names as select id, name from saved_views;
grant select on saved_view_names to cliffhanger_app;

-- Nobody can open the private views of a deleted admin. What they shared stays with the role.
create function drop_private_views() returns trigger language plpgsql as $$
begin
  delete from saved_views where admin_id = new.id and role_id is null;
  return null;
end $$;
create trigger admins_drop_private_views after update of deleted_at on admins for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function drop_private_views();

-- The views of a deleted role go back to those who made them.
create function return_shared_views() returns trigger language plpgsql as $$
begin
  delete from saved_views v using admins a
    where v.role_id = new.id and a.id = v.admin_id and a.deleted_at is not null;
  update saved_views set role_id = null, revision = revision + 1, updated_at = clock() where role_id = new.id;
  return null;
end $$;
create trigger roles_return_shared_views after update of deleted_at on roles for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function return_shared_views();
