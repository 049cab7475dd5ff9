interface Owner {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Whether entries may be given times in the past, as the history of the demo has them; only the owner can say so. */
export const allowPastTimes = (owner: Owner, allowed: boolean): Promise<unknown> =>
  owner.query('update audit_settings set past_times = $1 where past_times <> $1', [allowed]);
