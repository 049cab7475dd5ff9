-- compatible with 0109
-- What all refund lines of the payment in the file add up to, on each of those that did not agree: the lines that agreed
-- are not kept.
alter table reconciliation_rows add column refund_lines_cents bigint;
