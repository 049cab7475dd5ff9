-- compatible with 0109
-- A payment that an admin completes by hand counts on the day on which the provider took it, which may have been rolled up
-- already.
create function note_credited_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.rollup_outdated (day) values ((new.completed_at at time zone 'UTC')::date);
  return null;
end $$;
revoke execute on function note_credited_payment() from public;
create trigger transactions_credited after update of credited_by on transactions for each row
  when (new.credited_by is not null and new.completed_at is not null) execute function note_credited_payment();

-- What was refunded of each purchase, for the comparison with files of providers.
create view purchase_refunds as
  select user_id, purchase_id, amount_cents, currency from refunds where status = 'executed';
grant select on purchase_refunds to cliffhanger_app;
