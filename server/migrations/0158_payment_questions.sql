-- compatible with 0109
-- What providers asked about payments before they decided about refunds, and what was answered.
create table payment_questions (
  user_id uuid not null,
  purchase_id uuid not null,
  asked_at timestamptz(3) not null,
  -- Whether an answer was ordered of the outbox: answers may be configured later.
  is_queued boolean not null,
  answered_at timestamptz(3),
  coins_bought integer,
  coins_spent integer,
  created_at timestamptz(3) not null default clock(),
  constraint payment_questions_pk primary key (user_id, purchase_id, asked_at),
  constraint payment_questions_purchase_fk foreign key (user_id, purchase_id) references transactions (user_id, id),
  constraint payment_questions_coins check (coins_spent between 0 and coins_bought),
  constraint payment_questions_answer check (num_nonnulls(answered_at, coins_bought, coins_spent) in (0, 3))
);
grant select, insert, update (is_queued, answered_at, coins_bought, coins_spent) on payment_questions to cliffhanger_app;
