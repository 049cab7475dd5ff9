-- compatible with 0109
-- What a message of a payment provider waits for, such as the payment that it refunds.
alter table webhook_events add column waits_for text;
grant update (waits_for, payload) on webhook_events to cliffhanger_app;

-- What a provider sent, encrypted, so that it can be translated again after a fix. Kept for 30 days.
create table webhook_originals (
  webhook_id uuid not null,
  content text not null,
  created_at timestamptz(3) not null default clock(),
  constraint webhook_originals_pk primary key (webhook_id),
  constraint webhook_originals_webhook_fk foreign key (webhook_id) references webhook_events (id)
);
create index webhook_originals_oldest on webhook_originals (created_at);
grant select, insert, delete on webhook_originals to cliffhanger_app;

-- Messages that failed verification, by reason and hour. Nothing of the messages themselves is kept.
create table webhook_rejections (
  source text not null,
  reason text not null,
  hour timestamptz(3) not null,
  count integer not null,
  last_at timestamptz(3) not null,
  constraint webhook_rejections_pk primary key (source, reason, hour),
  constraint webhook_rejections_count check (count > 0),
  constraint webhook_rejections_reason check (reason ~ '^[a-z_]{1,40}$')
);
create index webhook_rejections_oldest on webhook_rejections (hour);
grant select, insert, update, delete on webhook_rejections to cliffhanger_app;
