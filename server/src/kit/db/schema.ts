// Generated from the migrations by npm run generate; do not edit.

import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

// Kysely's types of these two names would not look inside of Timestamp and Json.
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

export interface AdminCallers {
  id: GeneratedAlways<string | null>;
  email: GeneratedAlways<string | null>;
  role: GeneratedAlways<string | null>;
  permissions: GeneratedAlways<string[] | null>;
  is_active: GeneratedAlways<boolean | null>;
  token_version: GeneratedAlways<number | null>;
  must_reset_password: GeneratedAlways<boolean | null>;
}

export interface AdminGrantsByDay {
  admin_id: string;
  day: string;
  coins: Generated<number>;
}

export interface AdminNames {
  id: GeneratedAlways<string | null>;
  email: GeneratedAlways<string | null>;
  name: GeneratedAlways<string | null>;
}

export interface AdminPromoBudgetsByDay {
  admin_id: string;
  day: string;
  coins: number;
}

export interface AdminRefundsByDay {
  admin_id: string;
  day: string;
  usd_cents: number;
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

export interface AlertHours {
  figure: 'minted' | 'promo_coins' | 'payments' | 'refunds';
  subject: string;
  hour: Timestamp;
  amount: number;
}

export interface AlertHoursFilled {
  id: Generated<boolean>;
  filled_to: Timestamp;
}

export interface AlertTargets {
  id: GeneratedAlways<string | null>;
  subject_type: GeneratedAlways<string | null>;
  subject_id: GeneratedAlways<string | null>;
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

export interface ApprovalTargets {
  id: GeneratedAlways<string | null>;
  target_type: GeneratedAlways<string | null>;
  target_id: GeneratedAlways<string | null>;
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

export interface ArchivedItemImages {
  asset_id: GeneratedAlways<string | null>;
}

export interface AssetNames {
  id: GeneratedAlways<string | null>;
  source_file_name: GeneratedAlways<string | null>;
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

export interface AuditSettings {
  only_row: Generated<boolean>;
  past_times: Generated<boolean>;
}

export interface AuditTexts {
  entry_id: string;
  user_id: string | null;
  salt: string | null;
  reason: string | null;
  note: string | null;
}

export interface BrokenBlocks {
  chain: 'ledger' | 'audit';
  no: number;
  what: 'changed' | 'unlinked';
  found_at: Generated<Timestamp>;
  checked_at: Generated<Timestamp>;
}

export interface CoinPackageNames {
  id: GeneratedAlways<string | null>;
  sku: GeneratedAlways<string | null>;
  bought: GeneratedAlways<Json | null>;
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

export interface CollectionNames {
  id: GeneratedAlways<string | null>;
  slug: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
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

export interface CommentChanges {
  id: GeneratedAlways<number>;
  episode_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface CommentNames {
  id: GeneratedAlways<string | null>;
  excerpt: GeneratedAlways<string | null>;
}

export interface CommentReportTargets {
  id: GeneratedAlways<string | null>;
  comment_id: GeneratedAlways<string | null>;
}

export interface CommentReports {
  id: string;
  comment_id: string;
  user_id: string;
  reason: string;
  created_at: Generated<Timestamp>;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  outcome: 'kept' | 'hidden' | 'deleted' | null;
  status: GeneratedAlways<string>;
}

export interface Comments {
  id: string;
  episode_id: string;
  user_id: string;
  body: string;
  status: Generated<'visible' | 'hidden' | 'deleted'>;
  open_reports: Generated<number>;
  reported_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface CompletedPayments {
  id: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  platform: GeneratedAlways<string | null>;
  region: GeneratedAlways<string | null>;
  amount_usd_cents: GeneratedAlways<number | null>;
  completed_at: GeneratedAlways<Timestamp | null>;
}

export interface ConfirmedSecondFactors {
  admin_id: GeneratedAlways<string | null>;
}

export interface CuratedOrders {
  name: 'for_you' | 'discover' | 'preview_reel';
  revision: Generated<number>;
}

export interface CurrentEpisodes {
  id: GeneratedAlways<string | null>;
  series_id: GeneratedAlways<string | null>;
  episode_number: GeneratedAlways<number | null>;
  free_episodes: GeneratedAlways<number | null>;
  status: GeneratedAlways<string | null>;
  series_status: GeneratedAlways<string | null>;
  cliffhanger_score: GeneratedAlways<number | null>;
  media_asset_id: GeneratedAlways<string | null>;
}

export interface CurrentSeries {
  id: GeneratedAlways<string | null>;
  slug: GeneratedAlways<string | null>;
  title: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
  synopsis: GeneratedAlways<string | null>;
  synopsis_i18n: GeneratedAlways<Json | null>;
  genre_slug: GeneratedAlways<string | null>;
  tropes: GeneratedAlways<string[] | null>;
  free_episodes: GeneratedAlways<number | null>;
  poster_asset_id: GeneratedAlways<string | null>;
  hero_asset_id: GeneratedAlways<string | null>;
  editorial_hero_score: GeneratedAlways<number | null>;
  status: GeneratedAlways<string | null>;
  published_at: GeneratedAlways<Timestamp | null>;
}

export interface EconomyDays {
  market: string;
  day: string;
  account: string;
  amount: number;
}

export interface EconomyProgress {
  only_row: Generated<boolean>;
  up_to_id: Generated<number>;
}

export interface EpisodeDays {
  market: string;
  series_id: string;
  day: string;
  episode_id: string;
  starts: number;
  completes: number;
  watch_seconds: number;
  paywall_hits: number;
  unlocks: number;
  coins: number;
}

export interface EpisodeNames {
  id: GeneratedAlways<string | null>;
  series_id: GeneratedAlways<string | null>;
  episode_number: GeneratedAlways<number | null>;
  title: GeneratedAlways<string | null>;
  thumb_asset_id: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
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

export interface ExecutedRefunds {
  user_id: GeneratedAlways<string | null>;
  purchase_id: GeneratedAlways<string | null>;
  amount_usd_cents: GeneratedAlways<number | null>;
  executed_at: GeneratedAlways<Timestamp | null>;
}

export interface FeedChanges {
  id: GeneratedAlways<number>;
  created_at: Generated<Timestamp>;
}

export interface FlagEdition {
  id: Generated<number>;
  revision: Generated<number>;
}

export interface Flags {
  key: string;
  enabled: boolean;
  percentage: number | null;
  markets: string[] | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface FreeEpisodeChanges {
  series_id: string;
  changed_at: Generated<Timestamp>;
  free_episodes_before: number;
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

export interface GrowthDays {
  market: string;
  day: string;
  installs: number;
  registrations: number;
}

export interface GuestRegistrations {
  user_id: string;
  day: string;
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

export interface Installation {
  id: Generated<string>;
  is_only: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface ItemImages {
  asset_id: GeneratedAlways<string | null>;
  status: GeneratedAlways<string | null>;
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

export interface KeptUnlocks {
  user_id: GeneratedAlways<string | null>;
  id: GeneratedAlways<string | null>;
  episode_id: GeneratedAlways<string | null>;
  coins: GeneratedAlways<number | null>;
  created_at: GeneratedAlways<Timestamp | null>;
}

export interface LedgerRows {
  id: GeneratedAlways<number | null>;
  xid: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
  event_id: GeneratedAlways<string | null>;
  account: GeneratedAlways<string | null>;
  amount: GeneratedAlways<number | null>;
  no: GeneratedAlways<number | null>;
  created_at: GeneratedAlways<Timestamp | null>;
}

export interface MeasuredFigures {
  name: string;
  value: Json;
  measured_at: Generated<Timestamp>;
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

export interface MultiplierUses {
  user_id: GeneratedAlways<string | null>;
  transaction_id: GeneratedAlways<string | null>;
  coins_granted: GeneratedAlways<number | null>;
  event_id: GeneratedAlways<string | null>;
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

export interface PayerDays {
  day: string;
  rail: string;
  country: string;
  kind: string;
  user_id: string;
}

export interface PaymentEvents {
  id: GeneratedAlways<string | null>;
  source: GeneratedAlways<string | null>;
  outcome: GeneratedAlways<string | null>;
  detail: GeneratedAlways<string | null>;
  payload: GeneratedAlways<Json | null>;
  occurred_at: GeneratedAlways<Timestamp | null>;
  received_at: GeneratedAlways<Timestamp | null>;
  transaction_id: GeneratedAlways<string | null>;
  purchase_id: GeneratedAlways<string | null>;
}

export interface PriceOverrideTargets {
  id: GeneratedAlways<string | null>;
  item_id: GeneratedAlways<string | null>;
  scope: GeneratedAlways<string | null>;
  market: GeneratedAlways<string | null>;
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

export interface PricingConfig {
  id: Generated<boolean>;
  default_coins_per_episode: number | null;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface PromoCodes {
  id: GeneratedAlways<string | null>;
  code: GeneratedAlways<string | null>;
}

export interface PromoDays {
  promo_id: string;
  day: string;
  redemptions: number;
  coins: number;
}

export interface PromoHours {
  promo_id: GeneratedAlways<string | null>;
  hour: GeneratedAlways<Timestamp | null>;
  coins: GeneratedAlways<number | null>;
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

export interface ProviderRefunds {
  user_id: string;
  platform: string;
  transaction_id: string;
  occurred_at: Timestamp;
  product_id: string;
  amount_cents: number;
  currency: string;
  reason: string;
  applied_at: Timestamp | null;
  refunded_cents: Generated<number>;
  coins_taken: Generated<number>;
  underpaid_cents: Generated<number>;
  event_id: string | null;
  created_at: Generated<Timestamp>;
  purchase_id: string | null;
  confirmed_cents: Generated<number>;
  webhook_ids: Generated<string[]>;
}

export interface PublishScheduleTargets {
  id: GeneratedAlways<string | null>;
  ref_type: GeneratedAlways<string | null>;
  ref_id: GeneratedAlways<string | null>;
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

export interface PurchaseNames {
  id: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
  platform: GeneratedAlways<string | null>;
  coins_granted: GeneratedAlways<number | null>;
  bonus_coins: GeneratedAlways<number | null>;
  bought: GeneratedAlways<Json | null>;
}

export interface PurchaseRefunds {
  user_id: GeneratedAlways<string | null>;
  purchase_id: GeneratedAlways<string | null>;
  amount_cents: GeneratedAlways<number | null>;
  currency: GeneratedAlways<string | null>;
}

export interface PurchasedPackages {
  package_id: GeneratedAlways<string | null>;
}

export interface PushCampaignNames {
  id: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
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
}

export interface PushCounts {
  campaign_id: string;
  outcome: string;
  messages: number;
}

export interface PushMessages {
  id: Generated<string>;
  campaign_id: string;
  user_id: string;
  subscription_id: string;
  is_test: Generated<boolean>;
  status: Generated<'waiting' | 'sending' | 'done'>;
  outcome: 'delivered' | 'logged' | 'gone' | 'rejected' | 'unreachable' | 'expired' | 'preference' | 'inactive_user' | 'capped' | 'no_device' | 'cancelled' | null;
  response_status: number | null;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface PushSettings {
  id: Generated<number>;
  enabled: Generated<boolean>;
  daily_cap: Generated<number>;
  quiet_hours: Generated<Json>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface PushSubscriptions {
  id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface PushUserDays {
  user_id: string;
  day: string;
  campaign_ids: string[];
}

export interface RailNames {
  id: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
  collection_id: GeneratedAlways<string | null>;
}

export interface RailPayments {
  id: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  platform: GeneratedAlways<string | null>;
  transaction_id: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
  status: GeneratedAlways<string | null>;
  amount_cents: GeneratedAlways<number | null>;
  currency: GeneratedAlways<string | null>;
  refunded_cents: GeneratedAlways<number | null>;
  created_at: GeneratedAlways<Timestamp | null>;
  paid_at: GeneratedAlways<Timestamp | null>;
  failure_reason: GeneratedAlways<string | null>;
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

export interface ReachDays {
  step: number;
  market: string;
  day: string;
  gap: number;
  users: number;
}

export interface ReadyAssets {
  id: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  episode_id: GeneratedAlways<string | null>;
  lang: GeneratedAlways<string | null>;
  playback_id: GeneratedAlways<string | null>;
}

export interface ReconciliationLines {
  run_id: string;
  line: number;
  transaction_id: string;
  amount_cents: number;
  currency: string;
  created_at: Timestamp;
}

export interface ReconciliationNames {
  id: GeneratedAlways<string | null>;
  file_name: GeneratedAlways<string | null>;
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
}

export interface RefundNames {
  id: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
  bought: GeneratedAlways<Json | null>;
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
}

export interface RelatedDecisions {
  id: GeneratedAlways<string | null>;
  kind: GeneratedAlways<string | null>;
  requested_by: GeneratedAlways<string | null>;
  decided_by: GeneratedAlways<string | null>;
  decided_at: GeneratedAlways<Timestamp | null>;
  created_at: GeneratedAlways<Timestamp | null>;
  decider_bound: GeneratedAlways<boolean | null>;
}

export interface RetentionDays {
  market: string;
  day: string;
  since: number;
  users: number;
}

export interface RevenueDays {
  day: string;
  rail: string;
  country: string;
  kind: string;
  payments: number;
  gross_cents: number;
  refunds_cents: number;
}

export interface ReversedUnlocks {
  user_id: string;
  id: string;
  episode_id: string;
  coins: number;
  price_source: string;
  event_id: string;
  reversal_event_id: string;
  created_at: Timestamp;
  reversed_at: Timestamp;
}

export interface RoleNames {
  id: GeneratedAlways<string | null>;
  name: GeneratedAlways<string | null>;
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

export interface RollupDays {
  day: string;
  rolled_at: Timestamp;
}

export interface RollupDifferences {
  user_id: string;
  market: string;
  was: number;
  now: number;
  is_only: boolean;
}

export interface RollupNewDays {
  user_id: string;
  day: string;
  market: string;
  steps: number;
  is_only: boolean;
}

export interface RollupOutdated {
  id: GeneratedAlways<number>;
  day: string;
}

export interface RollupWeeks {
  week: string;
}

export interface RunningSubscriptions {
  user_id: GeneratedAlways<string | null>;
  id: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
}

export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Generated<Timestamp>;
  compatible_with: string | null;
}

export interface SealedBlocks {
  chain: 'ledger' | 'audit';
  no: number;
  from_no: number;
  to_no: number;
  size: number;
  previous_hash: string;
  hash: string;
  sealed_at: Generated<Timestamp>;
}

export interface SealedChains {
  chain: 'ledger' | 'audit';
  settled_no: Generated<number>;
  marked_no: Generated<number>;
  marked_xid: string | null;
  next_block: Generated<number>;
  checked_at: Timestamp | null;
  all_checked_at: Timestamp | null;
}

export interface SegmentNames {
  id: GeneratedAlways<string | null>;
  name: GeneratedAlways<string | null>;
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

export interface SeriesActivity {
  span: 'hour' | 'day' | 'until_now';
  since: Timestamp;
  market: string;
  series_id: string;
  starts: number;
  unlocks: number;
  saves: number;
}

export interface SeriesActivityAdded {
  id: GeneratedAlways<number>;
  series_id: string;
  market: string;
  hour: Timestamp;
  starts: Generated<number>;
  unlocks: Generated<number>;
  saves: Generated<number>;
}

export interface SeriesActivityDays {
  day: string;
  market: string;
  series_id: string;
  starts: number;
  unlocks: number;
  saves: number;
}

export interface SeriesActivityHours {
  hour: Timestamp;
  market: string;
  series_id: string;
  starts: number;
  unlocks: number;
  saves: number;
}

export interface SeriesActivityLate {
  day: string;
  market: string;
  series_id: string;
  starts: number;
  unlocks: number;
  saves: number;
}

export interface SeriesActivitySummed {
  market: string;
  until: string;
}

export interface SeriesActivitySums {
  market: string;
  series_id: string;
  last_day: string;
  days: string[];
  starts: number[];
  unlocks: number[];
  saves: number[];
}

export interface SeriesDays {
  market: string;
  day: string;
  series_id: string;
  starts: number;
  completes: number;
  watch_seconds: number;
  paywall_hits: number;
  unlocks: number;
  coins: number;
}

export interface SeriesNames {
  id: GeneratedAlways<string | null>;
  title: GeneratedAlways<string | null>;
  title_i18n: GeneratedAlways<Json | null>;
  poster_asset_id: GeneratedAlways<string | null>;
}

export interface SeriesReadiness {
  series_id: string;
  lacks_episodes: boolean;
  lacks_video: boolean;
  lacks_captions: boolean;
}

export interface SeriesReadinessOutdated {
  series_id: string;
  no: GeneratedAlways<number>;
}

export interface SeriesSaves {
  user_id: string;
  series_id: string;
  created_at: Generated<Timestamp>;
}

export interface SeriesWeeks {
  week: string;
  market: string;
  series_id: string;
  starts: number;
  completes: number;
  watch_seconds: number;
  paywall_hits: number;
  unlocks: number;
  coins: number;
}

export interface SignInFailures {
  id: string;
  throttle_key: Buffer;
  created_at: Generated<Timestamp>;
}

export interface Strikes {
  user_id: string;
  id: string;
  type: 'comment' | 'report';
  ref_id: string;
  reason: string;
  created_by: string;
  created_at: Generated<Timestamp>;
  removed_at: Timestamp | null;
  removed_by: string | null;
}

export interface SubscriptionEvents {
  user_id: string;
  id: string;
  subscription_id: string;
  type: 'started' | 'renewed' | 'recovered' | 'canceled' | 'expired' | 'given' | 'trial_extended';
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
}

export interface SubscriptionProductNames {
  id: GeneratedAlways<string | null>;
  name: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
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

export interface SubscriptionTargets {
  id: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
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

export interface ToldEvents {
  user_id: GeneratedAlways<string | null>;
  at: GeneratedAlways<Timestamp | null>;
  name: GeneratedAlways<string | null>;
  series_id: GeneratedAlways<string | null>;
  episode_id: GeneratedAlways<string | null>;
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
}

export interface UnappliedPaymentEvents {
  id: GeneratedAlways<string | null>;
  source: GeneratedAlways<string | null>;
  outcome: GeneratedAlways<string | null>;
  type: GeneratedAlways<string | null>;
  transaction_id: GeneratedAlways<string | null>;
  user_id: GeneratedAlways<string | null>;
  product_id: GeneratedAlways<string | null>;
  received_at: GeneratedAlways<Timestamp | null>;
}

export interface UnbalancedEvents {
  event_id: GeneratedAlways<string | null>;
}

export interface Unlocks {
  user_id: string;
  id: string;
  episode_id: string;
  coins: number;
  price_source: 'episode' | 'free_episode' | 'series' | 'market' | 'default';
  created_at: Generated<Timestamp>;
  event_id: string | null;
}

export interface UpcomingPublishes {
  ref_type: GeneratedAlways<string | null>;
  ref_id: GeneratedAlways<string | null>;
  run_at: GeneratedAlways<Timestamp | null>;
}

export interface UserAccessChanges {
  user_id: string;
  changed_at: Generated<Timestamp>;
}

export interface UserBalances {
  user_id: string;
  balance_total: Generated<number>;
}

export interface UserCoinMoves {
  id: GeneratedAlways<number>;
  user_id: string;
  day: string;
  from_market: string;
  to_market: string;
  paid: number;
  bonus: number;
}

export interface UserCounts {
  status: string;
  country_code: string;
  is_guest: boolean;
  day: string;
  shard: number;
  users: number;
}

export interface UserDays {
  user_id: string;
  day: string;
  market: string;
  steps: number;
}

export interface UserDeviceIds {
  user_id: GeneratedAlways<string | null>;
  device_id: GeneratedAlways<string | null>;
}

export interface UserDevicePlatforms {
  user_id: GeneratedAlways<string | null>;
  platform: GeneratedAlways<string | null>;
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

export interface UserLastSeen {
  user_id: string;
  last_seen_at: Timestamp | null;
}

export interface UserListing {
  user_id: string;
  status: string;
  country_code: string | null;
  is_guest: boolean;
  created_at: Timestamp;
  total_spend_cents: Generated<number>;
}

export interface UserMoves {
  user_id: string;
  day: string;
  country_code: string;
}

export interface UserNotes {
  user_id: string;
  id: string;
  body: string;
  admin_id: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface UserPastCountries {
  user_id: string;
  up_to_no: number;
  country_code: string;
}

export interface UserProfiles {
  id: GeneratedAlways<string | null>;
  email: GeneratedAlways<string | null>;
  phone_e164: GeneratedAlways<string | null>;
  display_name: GeneratedAlways<string | null>;
  avatar_url: GeneratedAlways<string | null>;
  country_code: GeneratedAlways<string | null>;
  language: GeneratedAlways<string | null>;
  is_guest: GeneratedAlways<boolean | null>;
  status: GeneratedAlways<string | null>;
  created_at: GeneratedAlways<Timestamp | null>;
  commenting_suspended: GeneratedAlways<boolean | null>;
}

export interface UserPushChoices {
  user_id: GeneratedAlways<string | null>;
  country_code: GeneratedAlways<string | null>;
  language: GeneratedAlways<string | null>;
  status: GeneratedAlways<string | null>;
  suspended_until: GeneratedAlways<Timestamp | null>;
  drops: GeneratedAlways<boolean | null>;
  marketing: GeneratedAlways<boolean | null>;
  moderation: GeneratedAlways<boolean | null>;
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
  auth_provider: 'guest' | 'password' | 'none';
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

export interface ViewerEvents {
  user_id: string;
  id: string;
  at: Timestamp;
  name: string;
  series_id: string | null;
  episode_id: string | null;
  props: Json | null;
  received_at: Generated<Timestamp>;
}

export interface WaitingMultipliers {
  user_id: GeneratedAlways<string | null>;
}

export interface WatchedEpisodes {
  user_id: GeneratedAlways<string | null>;
  episode_id: GeneratedAlways<string | null>;
  started_at: GeneratedAlways<Timestamp | null>;
  seconds_watched: GeneratedAlways<number | null>;
  completed: GeneratedAlways<boolean | null>;
}

export interface Watches {
  user_id: string;
  id: string;
  episode_id: string;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  seconds_watched: number;
  completed: boolean;
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
}

export interface LedgerBreaks {
  user_id: string;
  event_id: string;
  what: string;
  account: string | null;
  found_at: Generated<Timestamp>;
  checked_at: Generated<Timestamp>;
}

export interface LedgerEntries {
  id: GeneratedAlways<number>;
  user_id: string;
  event_id: string;
  leg: number;
  account: string;
  amount: number;
  seq: number | null;
  total: number | null;
  xid: Generated<string>;
  reason: string | null;
  ref_type: string | null;
  ref_id: string | null;
}

export interface LedgerEvents {
  id: string;
  no: GeneratedAlways<number>;
  user_id: string;
  idem_key: string;
  reason: string;
  ref_type: string;
  ref_id: string;
  created_at: Generated<Timestamp>;
  xid: Generated<string>;
  paid_change: number;
  bonus_change: number;
}

export interface LedgerProofs {
  holds: boolean;
  events: number;
  up_to_no: number;
  created_at: Generated<Timestamp>;
  no: GeneratedAlways<number>;
  waiting_since: Timestamp | null;
}

export interface LedgerProven {
  user_id: string;
  account: string;
  seq: number;
  total: number;
}

export interface DB {
  admin_access_changes: AdminAccessChanges;
  admin_callers: AdminCallers;
  admin_grants_by_day: AdminGrantsByDay;
  admin_names: AdminNames;
  admin_promo_budgets_by_day: AdminPromoBudgetsByDay;
  admin_refunds_by_day: AdminRefundsByDay;
  admin_second_factors: AdminSecondFactors;
  admin_sessions: AdminSessions;
  admins: Admins;
  alert_hours: AlertHours;
  alert_hours_filled: AlertHoursFilled;
  alert_targets: AlertTargets;
  alerts: Alerts;
  approval_targets: ApprovalTargets;
  approvals: Approvals;
  archived_item_images: ArchivedItemImages;
  asset_names: AssetNames;
  audit_entries: AuditEntries;
  audit_log: AuditLog;
  audit_settings: AuditSettings;
  audit_texts: AuditTexts;
  broken_blocks: BrokenBlocks;
  coin_package_names: CoinPackageNames;
  coin_packages: CoinPackages;
  collection_items: CollectionItems;
  collection_names: CollectionNames;
  collections: Collections;
  comment_changes: CommentChanges;
  comment_names: CommentNames;
  comment_report_targets: CommentReportTargets;
  comment_reports: CommentReports;
  comments: Comments;
  completed_payments: CompletedPayments;
  confirmed_second_factors: ConfirmedSecondFactors;
  curated_orders: CuratedOrders;
  current_episodes: CurrentEpisodes;
  current_series: CurrentSeries;
  economy_days: EconomyDays;
  economy_progress: EconomyProgress;
  episode_days: EpisodeDays;
  episode_names: EpisodeNames;
  episodes: Episodes;
  executed_refunds: ExecutedRefunds;
  feed_changes: FeedChanges;
  flag_edition: FlagEdition;
  flags: Flags;
  free_episode_changes: FreeEpisodeChanges;
  free_series_entries: FreeSeriesEntries;
  growth_days: GrowthDays;
  guest_registrations: GuestRegistrations;
  idempotency_keys: IdempotencyKeys;
  installation: Installation;
  item_images: ItemImages;
  job_runs: JobRuns;
  jobs: Jobs;
  kept_unlocks: KeptUnlocks;
  ledger_rows: LedgerRows;
  measured_figures: MeasuredFigures;
  media_assets: MediaAssets;
  media_pending_files: MediaPendingFiles;
  multiplier_uses: MultiplierUses;
  outbox: Outbox;
  payer_days: PayerDays;
  payment_events: PaymentEvents;
  price_override_targets: PriceOverrideTargets;
  price_overrides: PriceOverrides;
  pricing_config: PricingConfig;
  promo_codes: PromoCodes;
  promo_days: PromoDays;
  promo_hours: PromoHours;
  promo_redemptions: PromoRedemptions;
  promos: Promos;
  provider_refunds: ProviderRefunds;
  publish_schedule_targets: PublishScheduleTargets;
  publish_schedules: PublishSchedules;
  purchase_names: PurchaseNames;
  purchase_refunds: PurchaseRefunds;
  purchased_packages: PurchasedPackages;
  push_campaign_names: PushCampaignNames;
  push_campaigns: PushCampaigns;
  push_counts: PushCounts;
  push_messages: PushMessages;
  push_settings: PushSettings;
  push_subscriptions: PushSubscriptions;
  push_user_days: PushUserDays;
  rail_names: RailNames;
  rail_payments: RailPayments;
  rails: Rails;
  reach_days: ReachDays;
  ready_assets: ReadyAssets;
  reconciliation_lines: ReconciliationLines;
  reconciliation_names: ReconciliationNames;
  reconciliation_rows: ReconciliationRows;
  reconciliation_runs: ReconciliationRuns;
  refund_names: RefundNames;
  refunds: Refunds;
  related_decisions: RelatedDecisions;
  retention_days: RetentionDays;
  revenue_days: RevenueDays;
  reversed_unlocks: ReversedUnlocks;
  role_names: RoleNames;
  roles: Roles;
  rollup_days: RollupDays;
  rollup_differences: RollupDifferences;
  rollup_new_days: RollupNewDays;
  rollup_outdated: RollupOutdated;
  rollup_weeks: RollupWeeks;
  running_subscriptions: RunningSubscriptions;
  schema_migrations: SchemaMigrations;
  sealed_blocks: SealedBlocks;
  sealed_chains: SealedChains;
  segment_names: SegmentNames;
  segments: Segments;
  series: Series;
  series_activity: SeriesActivity;
  series_activity_added: SeriesActivityAdded;
  series_activity_days: SeriesActivityDays;
  series_activity_hours: SeriesActivityHours;
  series_activity_late: SeriesActivityLate;
  series_activity_summed: SeriesActivitySummed;
  series_activity_sums: SeriesActivitySums;
  series_days: SeriesDays;
  series_names: SeriesNames;
  series_readiness: SeriesReadiness;
  series_readiness_outdated: SeriesReadinessOutdated;
  series_saves: SeriesSaves;
  series_weeks: SeriesWeeks;
  sign_in_failures: SignInFailures;
  strikes: Strikes;
  subscription_events: SubscriptionEvents;
  subscription_product_names: SubscriptionProductNames;
  subscription_products: SubscriptionProducts;
  subscription_targets: SubscriptionTargets;
  subscriptions: Subscriptions;
  told_events: ToldEvents;
  transactions: Transactions;
  unapplied_payment_events: UnappliedPaymentEvents;
  unbalanced_events: UnbalancedEvents;
  unlocks: Unlocks;
  upcoming_publishes: UpcomingPublishes;
  user_access_changes: UserAccessChanges;
  user_balances: UserBalances;
  user_coin_moves: UserCoinMoves;
  user_counts: UserCounts;
  user_days: UserDays;
  user_device_ids: UserDeviceIds;
  user_device_platforms: UserDevicePlatforms;
  user_devices: UserDevices;
  user_erasures: UserErasures;
  user_last_seen: UserLastSeen;
  user_listing: UserListing;
  user_moves: UserMoves;
  user_notes: UserNotes;
  user_past_countries: UserPastCountries;
  user_profiles: UserProfiles;
  user_push_choices: UserPushChoices;
  user_revoked_tokens: UserRevokedTokens;
  users: Users;
  viewer_events: ViewerEvents;
  waiting_multipliers: WaitingMultipliers;
  watched_episodes: WatchedEpisodes;
  watches: Watches;
  webhook_events: WebhookEvents;
  'ledger.breaks': LedgerBreaks;
  'ledger.entries': LedgerEntries;
  'ledger.events': LedgerEvents;
  'ledger.proofs': LedgerProofs;
  'ledger.proven': LedgerProven;
}
