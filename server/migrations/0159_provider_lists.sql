-- compatible with 0109
-- Up to when the lists of providers were read that report refunds, by rail.
create table provider_lists (
  rail text not null,
  read_until timestamptz(3) not null,
  constraint provider_lists_pk primary key (rail)
);
grant select, insert, update (read_until) on provider_lists to cliffhanger_app;
