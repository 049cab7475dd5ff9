// Generated from the migrations by npm run generate; do not edit.

import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

// Kysely's types of the same names do not unwrap Timestamp and Json.
export type Generated<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
export type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Read as the value, written as its JSON text. */
export type Json = ColumnType<JsonValue, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AdminAccessChanges {
  id: string;
  admin_id: string;
  changed_by: string;
  change: 'created' | 'role' | 'password' | 'enabled' | 'permissions' | 'second_factor';
  created_at: Generated<Timestamp>;
}

export interface AdminSecondFactors {
  admin_id: string;
  secret: string;
  recovery_codes: Generated<string[]>;
  last_step: Generated<number>;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface AdminSessions {
  id: string;
  admin_id: string;
  ip: string | null;
  user_agent: string | null;
  second_factor_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface Admins {
  id: string;
  email: string;
  name: string;
  role_id: string;
  password_hash: string;
  is_active: Generated<boolean>;
  must_reset_password: Generated<boolean>;
  token_version: Generated<number>;
  revision: Generated<number>;
  last_login_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface Alerts {
  id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  severity: 'warning' | 'critical';
  figures: Json;
  window_from: Timestamp | null;
  window_to: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  acknowledged_at: Timestamp | null;
  acknowledged_by: string | null;
  note: string | null;
  resolved_at: Timestamp | null;
  status: GeneratedAlways<string>;
}

export interface Approvals {
  id: string;
  kind: string;
  status: Generated<'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'>;
  reason: string;
  target_type: string;
  target_id: string;
  payload: Json;
  effects: Json;
  required_permission: string;
  requested_by: string;
  decided_by: string | null;
  decision_note: string | null;
  result: Json | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  decided_at: Timestamp | null;
  asked_once: Generated<boolean>;
  cause_id: string | null;
  decider_bound: Generated<boolean>;
  decider_related: Generated<boolean>;
}

export interface AuditEntries {
  id: GeneratedAlways<string | null>;
  action: GeneratedAlways<string | null>;
  admin_id: GeneratedAlways<string | null>;
  admin_email: GeneratedAlways<string | null>;
  target_type: GeneratedAlways<string | null>;
  target_id: GeneratedAlways<string | null>;
  reason: GeneratedAlways<string | null>;
  before: GeneratedAlways<Json | null>;
  after: GeneratedAlways<Json | null>;
  flags: GeneratedAlways<Json | null>;
  request_id: GeneratedAlways<string | null>;
  ip: GeneratedAlways<string | null>;
  created_at: GeneratedAlways<Timestamp | null>;
}

export interface AuditLog {
  id: string;
  action: string;
  admin_id: string | null;
  admin_email: string;
  target_type: string | null;
  target_id: string | null;
  reason: string | null;
  before: Json | null;
  after: Json | null;
  flags: Generated<Json>;
  request_id: string | null;
  ip: string | null;
  created_at: Generated<Timestamp>;
  no: Generated<number | null>;
}

export interface CoinPackages {
  id: string;
  sku: string;
  coins: number;
  bonus_coins: Generated<number>;
  price_cents: number;
  currency: string;
  rails: string[];
  status: Generated<'active' | 'paused'>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface CollectionItems {
  collection_id: string;
  series_id: string;
  sort: number;
}

export interface Collections {
  id: string;
  slug: string;
  title_i18n: Json;
  explanation: string;
  type: 'manual' | 'rule';
  rule: Json | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface Episodes {
  id: string;
  series_id: string;
  episode_number: number;
  title: string;
  synopsis: Generated<string>;
  title_i18n: Generated<Json>;
  synopsis_i18n: Generated<Json>;
  cliffhanger_score: Generated<number>;
  media_asset_id: string | null;
  thumb_asset_id: string | null;
  status: Generated<'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'>;
  published_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface FreeSeriesEntries {
  id: string;
  day: string;
  market_code: string | null;
  series_id: string;
  notes: string | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface IdempotencyKeys {
  caller: string;
  key: string;
  fingerprint: Buffer;
  status: number;
  headers: Json;
  body: string;
  created_at: Generated<Timestamp>;
}

export interface JobRuns {
  id: string;
  job: string;
  slot: Timestamp | null;
  attempt: Generated<number>;
  outcome: Generated<'running' | 'succeeded' | 'failed' | 'abandoned'>;
  counts: Generated<Json>;
  error: string | null;
  started_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  step: string | null;
  step_done: number | null;
  step_total: number | null;
  step_started_at: Timestamp | null;
  started_by: string | null;
  started_by_email: string | null;
}

export interface Jobs {
  name: string;
  enabled: Generated<boolean>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface MediaAssets {
  id: string;
  kind: 'video' | 'caption' | 'thumb' | 'poster' | 'hero';
  series_id: string | null;
  episode_id: string | null;
  provider: 'video_provider' | 'storage';
  provider_id: string | null;
  upload_ref: string | null;
  playback_id: string | null;
  status: 'uploading' | 'processing' | 'ready' | 'failed';
  duration_s: number | null;
  width: number | null;
  height: number | null;
  lang: 'en' | 'ar' | 'id' | null;
  thumbnails: Generated<Json>;
  error: string | null;
  size_bytes: number;
  source_file_name: Generated<string>;
  attempts: Generated<number>;
  checked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  failed_checks: Generated<number>;
  check_after: Timestamp | null;
}

export interface MediaPendingFiles {
  name: string;
  created_at: Generated<Timestamp>;
}

export interface Outbox {
  id: string;
  topic: string;
  payload: Json;
  status: Generated<'waiting' | 'delivered' | 'dead'>;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  delivered_at: Timestamp | null;
}

export interface PriceOverrides {
  id: string;
  scope: 'market' | 'series' | 'episode';
  market: string | null;
  series_id: string | null;
  episode_id: string | null;
  coins: number;
  currency_hint: string | null;
  active_from: Timestamp;
  active_to: Timestamp | null;
  active: Generated<boolean>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface PromoRedemptions {
  user_id: string;
  id: string;
  promo_id: string;
  coins_granted: Generated<number>;
  event_id: string | null;
  used_at: Timestamp | null;
  transaction_id: string | null;
  subscription_id: string | null;
  trial_end: Timestamp | null;
  created_at: Generated<Timestamp>;
  config: Json | null;
}

export interface Promos {
  id: string;
  code: string;
  type: 'bonus_multiplier' | 'coin_grant' | 'trial_ext';
  config: Json;
  budget_coins: number;
  spent_coins: Generated<number>;
  starts_at: Timestamp;
  ends_at: Timestamp;
  segment_id: string | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface ProviderLists {
  rail: string;
  read_until: Timestamp;
}

export interface PublishSchedules {
  id: string;
  ref_type: 'series' | 'episode';
  ref_id: string;
  action: 'publish';
  run_at: Timestamp;
  status: Generated<'pending' | 'failed' | 'executed' | 'cancelled'>;
  last_error: string | null;
  retry_count: Generated<number>;
  created_by: string;
  created_at: Generated<Timestamp>;
  executed_at: Timestamp | null;
  last_error_request_id: string | null;
  reopened_at: Timestamp | null;
}

export interface PushCampaigns {
  id: string;
  title_i18n: Json;
  body_i18n: Json;
  category: 'drops' | 'marketing' | 'moderation';
  segment_id: string | null;
  market: string | null;
  send_at: Timestamp | null;
  status: Generated<'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'>;
  audience_users: number | null;
  audience_devices: number | null;
  created_by: string;
  queue_position: string | null;
  queued_at: Timestamp | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  link: string | null;
  picture_asset_id: string | null;
  data: Generated<Json>;
}

export interface PushSettings {
  id: Generated<number>;
  enabled: Generated<boolean>;
  daily_cap: Generated<number>;
  quiet_hours: Generated<Json>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface Rails {
  id: string;
  surface: 'for_you' | 'discover';
  collection_id: string;
  sort: number;
  status: Generated<'active' | 'paused'>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface ReconciliationRows {
  run_id: string;
  bucket: 'missing_on_our_side' | 'missing_on_provider_side' | 'amount_mismatch' | 'duplicates';
  number: number;
  transaction_id: string;
  amount_cents: number | null;
  currency: string | null;
  created_at: Timestamp;
  first_line: number | null;
  purchase_id: string | null;
  our_amount_cents: number | null;
  our_currency: string | null;
  credited_purchase_id: string | null;
  approval_id: string | null;
  acted_by: string | null;
  acted_at: Timestamp | null;
  refund_lines_cents: number | null;
}

export interface ReconciliationRuns {
  id: string;
  rail: string;
  period_start: string;
  period_end: string;
  file_name: string;
  file_rows: number;
  matched: Generated<number>;
  missing_on_our_side: Generated<number>;
  missing_on_provider_side: Generated<number>;
  amount_mismatch: Generated<number>;
  duplicates: Generated<number>;
  totals: Generated<Json>;
  admin_id: string;
  created_at: Generated<Timestamp>;
  rows_deleted_at: Timestamp | null;
  sums: Json | null;
}

export interface Refunds {
  user_id: string;
  id: string;
  purchase_id: string;
  product_id: string;
  platform: string;
  status: 'pending' | 'executed' | 'rejected';
  amount_cents: number;
  currency: string;
  amount_usd_cents: number;
  reason: string;
  reverse_unlocks: Generated<boolean>;
  reversed_unlock_ids: Generated<string[]>;
  coins_deducted: Generated<number>;
  underpaid_cents: Generated<number>;
  event_id: string | null;
  approval_id: string | null;
  requested_by: string | null;
  decided_by: string | null;
  reject_reason: string | null;
  created_at: Generated<Timestamp>;
  executed_at: Timestamp | null;
  rejected_at: Timestamp | null;
  confirmed_cents: Generated<number>;
  confirmed_at: Timestamp | null;
  cause_id: string | null;
  reversed_at: Timestamp | null;
  money: Generated<'none' | 'pending' | 'returned' | 'failed'>;
  money_reason: string | null;
  money_at: Timestamp | null;
  money_failed_at: Timestamp | null;
  money_retries: Generated<number>;
}

export interface Roles {
  id: string;
  name: string;
  description: Generated<string>;
  permissions: string[];
  is_system: Generated<boolean>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface SavedViews {
  id: string;
  admin_id: string;
  list: string;
  name: string;
  search: Json;
  role_id: string | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Generated<Timestamp>;
  compatible_with: string | null;
}

export interface Segments {
  id: string;
  name: string;
  rule: Json;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface Series {
  id: string;
  slug: string;
  title: string;
  synopsis: Generated<string>;
  title_i18n: Generated<Json>;
  synopsis_i18n: Generated<Json>;
  genre_slug: string | null;
  tropes: Generated<string[]>;
  target_languages: string[];
  free_episodes: Generated<number>;
  poster_asset_id: string | null;
  hero_asset_id: string | null;
  editorial_hero_score: number | null;
  status: Generated<'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'>;
  search_text: GeneratedAlways<string>;
  published_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface SeriesSaves {
  user_id: string;
  series_id: string;
  created_at: Generated<Timestamp>;
}

export interface SignInFailures {
  id: string;
  throttle_key: Buffer;
  created_at: Generated<Timestamp>;
}

export interface SubscriptionEvents {
  user_id: string;
  id: string;
  subscription_id: string;
  type: 'started' | 'renewed' | 'recovered' | 'canceled' | 'expired' | 'given' | 'trial_extended' | 'changed' | 'grace' | 'held' | 'paused' | 'resumed';
  occurred_at: Timestamp;
  product_id: string;
  transaction_id: string | null;
  period_start: Timestamp;
  period_end: Timestamp;
  trial_end: Timestamp | null;
  auto_renew: boolean;
  price_cents: number;
  currency: string;
  region: string | null;
  is_paid: boolean;
  bonus_coins: Generated<number>;
  created_at: Generated<Timestamp>;
  added_days: number | null;
  refund_of: string | null;
  is_whole_refund: boolean | null;
  access_until: Timestamp | null;
  is_price_known: Generated<boolean>;
}

export interface SubscriptionProducts {
  id: string;
  product_id: string;
  name: string;
  period_days: number;
  price_cents: number;
  currency: string;
  bonus_coins: Generated<number>;
  unlocks_all: Generated<boolean>;
  status: Generated<'active' | 'paused'>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface Subscriptions {
  user_id: string;
  id: string;
  platform: string;
  product_id: string;
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'expired';
  auto_renew: boolean;
  current_period_start: Timestamp;
  current_period_end: Timestamp;
  trial_end: Timestamp | null;
  canceled_at: Timestamp | null;
  price_cents: number;
  currency: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  provider_subscription_id: string | null;
  region: string | null;
  occurred_at: Timestamp | null;
}

export interface Transactions {
  user_id: string;
  id: string;
  kind: 'coin_pack' | 'subscription';
  platform: string;
  product_id: string;
  package_id: string | null;
  subscription_id: string | null;
  transaction_id: string | null;
  coins_granted: Generated<number>;
  bonus_coins: Generated<number>;
  amount_cents: number;
  currency: string;
  amount_usd_cents: number;
  expected_usd_cents: number | null;
  region: string | null;
  status: 'pending' | 'completed' | 'refunded';
  refunded_cents: Generated<number>;
  refund_reason: string | null;
  failure_reason: string | null;
  event_id: string | null;
  created_at: Generated<Timestamp>;
  completed_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  failed_at: Timestamp | null;
  coins_due: Generated<number>;
  bonus_due: Generated<number>;
  coins_taken: Generated<number>;
  underpaid_cents: Generated<number>;
  net_usd_cents: GeneratedAlways<number>;
  promo_due: Generated<number>;
  last_refund_at: Timestamp | null;
  credited_by: string | null;
  paid_at: Timestamp | null;
  environment: Generated<'production' | 'sandbox'>;
  is_family_shared: Generated<boolean>;
  quantity: Generated<number>;
  fee_cents: number | null;
  tax_cents: number | null;
  disputed_at: Timestamp | null;
  dispute_reason: string | null;
  dispute_closed_at: Timestamp | null;
  refund_reversed_at: Timestamp | null;
  usd_rate: string | null;
  usd_rate_day: string | null;
  is_amount_assumed: Generated<boolean>;
  dispute_id: string | null;
}

export interface UserDeletions {
  user_id: string;
  requested_at: Timestamp;
  deletes_at: Timestamp;
}

export interface UserDevices {
  user_id: string;
  id: string;
  device_id: string | null;
  platform: string | null;
  app_version: string | null;
  os_version: string | null;
  model: string | null;
  last_ip: string | null;
  first_seen: Generated<Timestamp>;
  last_seen: Generated<Timestamp>;
  secret_hash: Buffer | null;
}

export interface UserErasures {
  user_id: string;
  requested_at: Generated<Timestamp>;
}

export interface UserIdentities {
  provider: string;
  subject: string;
  user_id: string;
  created_at: Generated<Timestamp>;
}

export interface UserNotes {
  user_id: string;
  id: string;
  body: string;
  admin_id: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface UserRevokedTokens {
  id: string;
  user_id: string;
  expires_at: Timestamp;
}

export interface Users {
  id: string;
  is_guest: boolean;
  email: string | null;
  phone_e164: string | null;
  display_name: string | null;
  avatar_url: string | null;
  country_code: string | null;
  language: string | null;
  auth_provider: string;
  password_hash: string | null;
  status: Generated<'active' | 'suspended' | 'banned' | 'deleted'>;
  suspended_until: Timestamp | null;
  suspend_reason: string | null;
  ban_reason: string | null;
  token_version: Generated<number>;
  streak_current: Generated<number>;
  streak_longest: Generated<number>;
  streak_last_claim: string | null;
  push_drops: Generated<boolean>;
  push_marketing: Generated<boolean>;
  push_moderation: Generated<boolean>;
  commenting_suspended: Generated<boolean>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface WebhookEvents {
  id: string;
  source: string;
  event_id: string;
  payload: Json | null;
  outcome: 'received' | 'applied' | 'ignored' | 'unmatched' | 'malformed' | 'failed';
  detail: string | null;
  replays: Generated<number>;
  received_at: Generated<Timestamp>;
  replayed_at: Timestamp | null;
  occurred_at: Timestamp | null;
  attempts: Generated<number>;
  next_attempt_at: Timestamp | null;
  last_error: string | null;
  faults: Json | null;
  event: Json | null;
  message_digest: string | null;
  waits_for: string | null;
}

export interface DB {
  admin_access_changes: AdminAccessChanges;
  admin_second_factors: AdminSecondFactors;
  admin_sessions: AdminSessions;
  admins: Admins;
  alerts: Alerts;
  approvals: Approvals;
  audit_entries: AuditEntries;
  audit_log: AuditLog;
  coin_packages: CoinPackages;
  collection_items: CollectionItems;
  collections: Collections;
  episodes: Episodes;
  free_series_entries: FreeSeriesEntries;
  idempotency_keys: IdempotencyKeys;
  job_runs: JobRuns;
  jobs: Jobs;
  media_assets: MediaAssets;
  media_pending_files: MediaPendingFiles;
  outbox: Outbox;
  price_overrides: PriceOverrides;
  promo_redemptions: PromoRedemptions;
  promos: Promos;
  provider_lists: ProviderLists;
  publish_schedules: PublishSchedules;
  push_campaigns: PushCampaigns;
  push_settings: PushSettings;
  rails: Rails;
  reconciliation_rows: ReconciliationRows;
  reconciliation_runs: ReconciliationRuns;
  refunds: Refunds;
  roles: Roles;
  saved_views: SavedViews;
  schema_migrations: SchemaMigrations;
  segments: Segments;
  series: Series;
  series_saves: SeriesSaves;
  sign_in_failures: SignInFailures;
  subscription_events: SubscriptionEvents;
  subscription_products: SubscriptionProducts;
  subscriptions: Subscriptions;
  transactions: Transactions;
  user_deletions: UserDeletions;
  user_devices: UserDevices;
  user_erasures: UserErasures;
  user_identities: UserIdentities;
  user_notes: UserNotes;
  user_revoked_tokens: UserRevokedTokens;
  users: Users;
  webhook_events: WebhookEvents;
}
