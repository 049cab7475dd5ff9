import { describe, expect, it } from 'vitest';
import { maskContacts, maskPersonal } from './mask.ts';

const layla = { email: 'layla.h+tv@example.com', phone: '+6281234567890', name: 'Layla  Hassan' };

describe('a text about someone', () => {
  it.each([
    ['wrote from layla.h+tv@example.com', 'wrote from [personal]'],
    ['wrote from LAYLA.H+TV@Example.com, twice', 'wrote from [personal], twice'],
    ['refund_Layla Hassan_june', 'refund_[personal]_june'],
    ['layla\nhassan asked', '[personal] asked'],
    ['called +6281234567890', 'called [personal]'],
    ['called +62 812-3456-7890 10 times', 'called [personal] 10 times'],
    ['called 0062 812 3456 7890', 'called [personal]'],
    ['called 0812-3456-7890', 'called [personal]'],
    ['called 81234567890.', 'called [personal].'],
    ['called +٦٢ ٨١٢-٣٤٥٦-٧٨٩٠', 'called [personal]'],
    ['called ٠٨١٢ ٣٤٥٦ ٧٨٩٠ twice', 'called [personal] twice'],
    ['called ۰۰۶۲۸۱۲۳۴۵۶۷۸۹۰', 'called [personal]'],
    ['called +62 (0)812 3456 7890', 'called [personal]'],
    ['called +62(0)81234567890', 'called [personal]'],
  ])('%s', (text, masked) => {
    expect(maskPersonal(text, layla)).toBe(masked);
  });
  it.each([
    'apology_outage',
    'Layla asked',
    'order 567890',
    'order 181234567890',
    'order ١٨١٢٣٤٥٦٧٨٩٠',
    'xlayla hassan',
    '',
  ])('stays as it is where it says nothing of them: %s', (text) => {
    expect(maskPersonal(text, layla)).toBe(text);
  });
  it('is masked for a name in decomposed letters, and for one of a single letter only where it stands alone', () => {
    expect(maskPersonal('Zoe\u0308 asked', { email: null, phone: null, name: 'Zo\u00eb' })).toBe('[personal] asked');
    expect(maskPersonal('a bad day, A', { email: null, phone: null, name: 'a' })).toBe(
      '[personal] bad day, [personal]',
    );
    expect(maskPersonal('a $ (.*) b', { email: null, phone: null, name: '(.*)' })).toBe('a $ [personal] b');
  });
  it('is masked for a name of any sign that there is', () => {
    const signs = Array.from({ length: 0x7e - 0x20 }, (_, n) => String.fromCharCode(0x21 + n));
    for (const sign of signs) {
      const name = `a${sign}b`;
      expect(maskPersonal(`(${name})`, { email: null, phone: null, name })).toBe('([personal])');
    }
  });
  it('stays as it is for a guest, of whom nothing is known', () => {
    expect(maskPersonal('any text +1 555 0100', { email: null, phone: null, name: null })).toBe('any text +1 555 0100');
    expect(maskPersonal('blank name', { email: null, phone: null, name: ' ' })).toBe('blank name');
  });
});

describe('a text about someone with an Arabic name', () => {
  const mask = (text: string, name: string) => maskPersonal(text, { email: null, phone: null, name });
  it.each([
    ['as it is', 'أحمد', 'تعويض أحمد اليوم', 'تعويض [personal] اليوم'],
    ['without hamza', 'أحمد', 'طلب احمد', 'طلب [personal]'],
    ['with a hamza that the name lacks', 'احمد', 'طلب أحمد', 'طلب [personal]'],
    ['with a hamza of its own', 'أحمد', 'طلب ا\u0654حمد', 'طلب [personal]'],
    ['with marks', 'أحمد', 'طلب أَحْمَدُ اليوم', 'طلب [personal] اليوم'],
    ['without the marks of the name', 'مُحَمَّد', 'طلب محمد', 'طلب [personal]'],
    ['drawn out', 'أحمد', 'طلب أحـــمد', 'طلب [personal]'],
    ['after "to"', 'أحمد', 'هدية لأحمد', 'هدية [personal]'],
    ['after "to" with a mark and without hamza', 'أحمد', 'هدية لِاحمد.', 'هدية [personal].'],
    ['after "to" and a stroke', 'أحمد', 'هدية لـأحمد', 'هدية [personal]'],
    ['after "and"', 'أحمد', 'ليلى وأحمد', 'ليلى [personal]'],
    ['after "so"', 'أحمد', 'فأحمد طلب', '[personal] طلب'],
    ['after "by"', 'أحمد', 'اتصلت بأحمد', 'اتصلت [personal]'],
    ['after "like"', 'أحمد', 'كأحمد', '[personal]'],
    ['after "and to"', 'أحمد', 'ولأحمد', '[personal]'],
    ['after the article', 'حسن', 'اتصل الحسن', 'اتصل [personal]'],
    ['after "to the"', 'حسن', 'هدية للحسن', 'هدية [personal]'],
    ['after "and by the"', 'حسن', 'وبالحسن', '[personal]'],
    ['with an article of its own after "to"', 'الحسن', 'هدية وللحسن', 'هدية [personal]'],
    ['of two words', 'أحمد  علي', 'حساب لاحمد \u200fعلى مغلق', 'حساب [personal] مغلق'],
    ['with signs of direction', 'أحمد', '\u200fأحمد\u200f اليوم', '\u200f[personal] اليوم'],
    ['that ends in another letter', 'فاطمة', 'طلبت فاطمه', 'طلبت [personal]'],
    ['beside Latin letters', 'أحمد Ali', 'طلب احمد ali', 'طلب [personal]'],
    ['with a sign of patterns', 'أحمد (علي', 'طلب لأحمد (علي', 'طلب [personal]'],
    ['that begins with a letter that may be attached', 'وليد', 'طلب وليد ووليد', 'طلب [personal] [personal]'],
  ])('%s', (_, name, text, masked) => {
    expect(mask(text, name)).toBe(masked);
  });
  it.each([
    ['أحمد', 'طلب محمد'],
    ['أحمد', 'نادي الأحمدي'],
    ['حمد', 'طلب مُحمد وحَمدَان'],
    ['أحمد علي', 'طلب أحمد'],
    ['ي', 'هدية لي'],
    ['\u0640\u064e', 'طلب أَحمد'],
    ['\u064e', ''],
  ])('stays as it is where it does not name %s: %s', (name, text) => {
    expect(mask(text, name)).toBe(text);
  });
  it('takes no longer than the text is long', () => {
    const names = ['و'.repeat(40), 'ل '.repeat(40), 'ا\u0653'.repeat(40), 'ا\ufeff'.repeat(40), 'ال'.repeat(40)];
    const texts = ['و', 'ل', 'ل ', 'ا\u0653', 'ا\u064e\u0640', 'ا\ufeff\ufeff', 'ل\u200f \u200f', 'ال'];
    const started = performance.now();
    for (const name of names) for (const text of texts) mask(`${text.repeat(1_000)}x`, name);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a text with contacts, of anyone', () => {
  it.each([
    ['wrote from omar.k+tv@mail.example.org, twice', 'wrote from [personal], twice'],
    ['<ليلى@مثال.example>', '<[personal]>'],
    ['called +6281234567890', 'called [personal]'],
    ['called +62 (0)812-3456-7890 today', 'called [personal] today'],
    ['called 0062 812 3456 7890', 'called [personal]'],
    ['called 0812-3456-7890.', 'called [personal].'],
    ['called (555) 019-9887', 'called [personal]'],
    ['called 555-019-9887', 'called [personal]'],
    ['called +٦٢ ٨١٢-٣٤٥٦-٧٨٩٠', 'called [personal]'],
  ])('%s', (text, masked) => {
    expect(maskContacts(text)).toBe(masked);
  });
  it.each([
    'apology_outage',
    '1000000 coins on 2026-11-18 at 10:30',
    'on 01.01.2026 10:30',
    'order 181234567890',
    'order GPA.3312-4567-8901-23456',
    'ticket 0012345',
    'IDR 16,038.00',
    'a @ b',
    '',
  ])('stays as it is without one: %s', (text) => {
    expect(maskContacts(text)).toBe(text);
  });
  it('takes no longer than the text is long', () => {
    const started = performance.now();
    for (const text of ['0-', '+1 ', 'a.', 'a@', '1(', '0 ( ', 'a@a.']) maskContacts(text.repeat(1_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
