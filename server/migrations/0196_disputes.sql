-- compatible with 0109
-- What tells a dispute from other refunds of a payment, so that one that is won returns only what it took.
alter table transactions add column dispute_id text;
alter table provider_refunds add column dispute_id text;
