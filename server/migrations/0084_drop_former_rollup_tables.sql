-- compatible with 0070
-- What rollups worked on before there was rollup_differences.

drop table rollup_steps, rollup_changed;
