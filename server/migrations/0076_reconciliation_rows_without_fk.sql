-- compatible with 0027
-- A row of a comparison was looked up in its run by itself: of a million rows that took as long as all other work on
-- them. Rows are written in the transaction that makes their run, and nobody may delete a run.
alter table reconciliation_rows drop constraint reconciliation_rows_run_fk;
