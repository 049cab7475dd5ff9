-- compatible with 0024
-- A change is kept only if who made it may still make it when it is committed; and more ways of giving an admin access
-- are written down.

-- Holds an admin, their role and the session that they come by as they are until the transaction ends, and says what they
-- are then. `is_own` is whether this very transaction has changed the admin or the session: signing out, for one.
create function hold_admin_caller(caller_id uuid, session_id uuid)
returns table (is_active boolean, token_version integer, permission_words text, is_revoked boolean, is_own boolean)
language plpgsql as $$
begin
  perform from admins where id = caller_id for share;
  perform from roles where id = (select role_id from admins where id = caller_id) for share;
  perform from admin_sessions where id = session_id for share;
  -- Read in a statement of its own: the locks may have waited for who changed them.
  return query
    select c.is_active, c.token_version, array_to_string(c.permissions, ' '), s.revoked_at is not null,
           a.xmin = pg_current_xact_id()::xid or coalesce(s.xmin = pg_current_xact_id()::xid, false)
    from admins a left join admin_callers c on c.id = a.id
    left join admin_sessions s on s.id = session_id and s.admin_id = a.id
    where a.id = caller_id;
end $$;
grant execute on function hold_admin_caller to cliffhanger_app;

alter table admin_access_changes drop constraint admin_access_changes_change;
alter table admin_access_changes add constraint admin_access_changes_change
  check (change in ('created', 'role', 'password', 'enabled', 'permissions', 'second_factor'));
