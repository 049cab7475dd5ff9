import pg from 'pg';

/** Whether entries may be given times in the past, as the history of the demo has them; only the owner can say so. */
export async function allowPastTimes(ownerUrl: string, allowed: boolean): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'cliffhanger-start' });
  await owner.connect();
  try {
    await owner.query('update audit_settings set past_times = $1 where past_times <> $1', [allowed]);
  } finally {
    await owner.end();
  }
}
