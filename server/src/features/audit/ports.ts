/** What the audit log asks of the feature that keeps the files, which comes after it. */
export interface AuditPorts {
  /** A query for `id, kind, lang, series_id, episode_id` of every file, deleted ones too. */
  readonly files: string;
}
