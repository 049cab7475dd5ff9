-- compatible with 0109
-- Whether the provider was ordered to return the money of a refund, and what came of it. Decided refunds change in this, in
-- what their provider confirms, and in nothing else.
alter table refunds
  add column money text not null default 'none',
  add column money_reason text,
  add column money_at timestamptz(3),
  add constraint refunds_money check (money in ('none', 'pending', 'returned', 'failed')) not valid,
  add constraint refunds_money_executed check (
    money = 'none' or (status = 'executed' and requested_by is not null and money_at is not null)) not valid,
  add constraint refunds_money_reason check ((money = 'failed') = (money_reason is not null)) not valid;
drop trigger refunds_closed_stay on refunds;
create trigger refunds_closed_stay before update on refunds for each row
  when (old.status <> 'pending' and (new.confirmed_cents < old.confirmed_cents
    or (old.reversed_at is not null and new.reversed_at is distinct from old.reversed_at)
    or (to_jsonb(new) - 'confirmed_cents' - 'confirmed_at' - 'reversed_at' - 'money' - 'money_reason' - 'money_at')
      is distinct from
      (to_jsonb(old) - 'confirmed_cents' - 'confirmed_at' - 'reversed_at' - 'money' - 'money_reason' - 'money_at')))
  execute function refuse_change();
