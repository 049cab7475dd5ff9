-- compatible with 0016
-- What a source reads out of an event, apart from the masked payload that operators see; events are applied from it.
-- Null in events from before, which are applied from their payload.
alter table webhook_events add column event jsonb;

-- What asked for an approval, where asking twice with one Idempotency-Key must stay one request.
alter table approvals add column cause_id uuid constraint approvals_cause unique;

-- Answers of approvals that were kept with the name and the picture of their target.
delete from idempotency_keys where strpos(body, '"target":{') > 0;
