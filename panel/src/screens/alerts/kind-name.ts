import type { Schema } from '../../api/client.ts';
import { type Language, type Localized, useLanguage } from '../../words/define.ts';

/** What kinds of alerts are called; here, because tiles and the palette show them before any words are loaded. */
const names: Readonly<Record<Schema<'Alert'>['kind'], Localized>> = {
  mint_spike: {
    en: 'Unusual number of new coins',
    ar: 'عدد غير معتاد من العملات الجديدة',
    id: 'Koin baru tidak wajar',
  },
  admin_grants: {
    en: 'Many grants by one admin',
    ar: 'منح كثيرة من مشرف واحد',
    id: 'Banyak pemberian oleh satu admin',
  },
  promo_burn: { en: 'Promo budget runs out early', ar: 'ميزانية العرض تنفد مبكرًا', id: 'Anggaran promo cepat habis' },
  refund_rate: { en: 'Many refunds', ar: 'عمليات استرداد كثيرة', id: 'Banyak pengembalian dana' },
  schedule_lag: { en: 'Releases late or failed', ar: 'إصدارات متأخرة أو فاشلة', id: 'Rilis terlambat atau gagal' },
  zero_sum_breach: { en: 'Ledger does not add up', ar: 'السجل غير متوازن', id: 'Buku besar tidak seimbang' },
  ledger_unproven: { en: 'Ledger check is late', ar: 'فحص السجل متأخر', id: 'Pemeriksaan buku besar terlambat' },
  broken_blocks: { en: 'Sealed history was changed', ar: 'تغيّر سجل مختوم', id: 'Riwayat tersegel diubah' },
  related_decider: {
    en: 'Approval by a related admin',
    ar: 'موافقة من مشرف ذي صلة',
    id: 'Persetujuan oleh admin terkait',
  },
  split_refunds: { en: 'Refund split into parts', ar: 'استرداد مقسّم إلى أجزاء', id: 'Pengembalian dana dipecah' },
  storage_low: { en: 'Storage is almost full', ar: 'مساحة التخزين تكاد تمتلئ', id: 'Penyimpanan hampir penuh' },
  verification_failures: {
    en: 'Webhooks fail verification',
    ar: 'إشعارات لا تجتاز التحقق',
    id: 'Webhook gagal diverifikasi',
  },
  rail_quiet: {
    en: 'Payments have stopped',
    ar: 'توقفت المدفوعات',
    id: 'Pembayaran berhenti',
  },
  disputes: { en: 'Disputed payments', ar: 'مدفوعات معترض عليها', id: 'Pembayaran disengketakan' },
  money_stuck: { en: 'Money not returned', ar: 'أموال لم تُرَد', id: 'Uang belum dikembalikan' },
  webhook_failures: { en: 'Webhooks keep failing', ar: 'إشعارات تستمر في الفشل', id: 'Webhook terus gagal' },
};

const isKind = (text: unknown): text is Schema<'Alert'>['kind'] =>
  typeof text === 'string' && Object.hasOwn(names, text);
export const kinds = Object.keys(names).filter(isKind);

export const kindIn = (language: Language, kind: Schema<'Alert'>['kind']): string => names[kind][language];

/** The same where the kind comes from elsewhere, such as an audit entry; undefined for one that is not known. */
export function useKnownKind(): (kind: unknown) => string | undefined {
  const language = useLanguage();
  return (kind) => (isKind(kind) ? kindIn(language, kind) : undefined);
}
