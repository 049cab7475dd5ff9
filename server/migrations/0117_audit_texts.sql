-- compatible with 0109
-- What admins write as a reason or a note is kept beside its audit entry, which holds a salted hash of it in its place:
-- anonymizing a user erases the texts about them, and the sealed entries stay as they are.
create table audit_texts (
  entry_id uuid constraint audit_texts_pk primary key,
  user_id uuid constraint audit_texts_user_fk references users,
  salt text,
  reason text,
  note text,
  constraint audit_texts_salted check (salt is not null or (reason is null and note is null))
);
create index audit_texts_user on audit_texts (user_id) where user_id is not null;
create trigger audit_texts_only_erased before update on audit_texts for each row
  when (new.salt is not null or new.reason is not null or new.note is not null
    or new.entry_id <> old.entry_id or new.user_id is distinct from old.user_id)
  execute function refuse_change();
create trigger audit_texts_no_delete before delete on audit_texts for each row execute function refuse_change();
create trigger audit_texts_no_truncate before truncate on audit_texts for each statement execute function refuse_change();
grant select, insert, update (salt, reason, note) on audit_texts to cliffhanger_app;

-- Audit entries with their texts. Entries from before have their reason in themselves.
create view audit_entries as
  select a.id, a.action, a.admin_id, a.admin_email, a.target_type, a.target_id,
    case when t.entry_id is null or a.reason is null then a.reason else coalesce(t.reason, '[erased]') end as reason,
    a.before,
    case when t.entry_id is not null and a.after ->> 'note' like 'sha256:%'
      then jsonb_set(a.after, '{note}', to_jsonb(coalesce(t.note, '[erased]'))) else a.after end as after,
    a.flags, a.request_id, a.ip, a.created_at
  from audit_log a left join audit_texts t on t.entry_id = a.id;
grant select on audit_entries to cliffhanger_app;
