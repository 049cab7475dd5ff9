-- compatible with 0070
-- What a rollup has worked on is thrown away as a whole: rows that are deleted one by one stay in the way of the next days
-- until they are vacuumed.

grant truncate on rollup_differences to cliffhanger_app;
