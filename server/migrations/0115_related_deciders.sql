-- compatible with 0109
-- Two admins are also related when the decider gave the requester access, or a third admin gave it to both.
alter table approvals add column decider_related boolean not null default false;
create index approvals_decider_related on approvals (created_at, id) where decider_bound or decider_related;
drop index approvals_decider_bound;
create or replace view related_decisions as
  select id, kind, requested_by, decided_by, decided_at, created_at, decider_bound
  from approvals where decider_bound or decider_related;
