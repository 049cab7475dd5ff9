-- A first answer is sent again with the headers that it had, such as where the new thing is and which edition.

alter table idempotency_keys add column headers jsonb not null default '[]'
  constraint idempotency_keys_headers check (jsonb_typeof(headers) = 'array');
