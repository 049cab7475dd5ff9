-- compatible with 0109
-- Validation reads whole tables, but blocks neither reads nor writes: it comes first, and the short exclusive locks last.
-- Event names were checked by an equivalent constraint before 0092, so every row passes.
alter table viewer_events validate constraint viewer_events_name;

-- Paid unlocks made before 0032 have no event. A database that holds such rows keeps the constraint for new rows only.
do $$
begin
  alter table unlocks validate constraint unlocks_paid_by_event;
exception when check_violation then
  raise notice 'unlocks made before 0032 have no event: unlocks_paid_by_event stays not valid';
end
$$;

-- The guard of the last superadmin counts admins who hold the role, so the role itself must keep its permission.
alter table roles add constraint roles_superadmin_holds_all
  check (name <> 'superadmin' or not is_system or '*' = any (permissions));

-- Unused since comment previews are invalidated by comment_changes (0104).
drop table comment_threads;
