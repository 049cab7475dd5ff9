import type { State } from '../../features/catalog/public.ts';

/** Series in every state and in three languages, with a schedule that failed. */

export interface SampleSeries {
  readonly title: string;
  readonly ar: string;
  readonly id: string;
  readonly synopsis: string;
  readonly synopses?: { readonly ar: string; readonly id: string };
  readonly genre: string;
  readonly tropes: readonly string[];
  readonly languages: readonly ('en' | 'ar' | 'id')[];
  readonly state: State;
  readonly daysAgo: number;
  readonly freeEpisodes?: number;
  /** States of the episodes, in the order of their numbers. */
  readonly episodes: readonly (readonly [count: number, state: State | 'failed'])[];
}

const all = ['en', 'ar', 'id'] as const;

// biome-ignore format: a few lines for each series are easier to read
export const sampleSeries: readonly SampleSeries[] = [
  {
    title: 'The Harbour Bride', ar: 'عروس الميناء', id: 'Pengantin Pelabuhan', genre: 'romance', tropes: ['second_chance', 'secret_heir'], languages: all,
    state: 'published', daysAgo: 64, episodes: [[7, 'published'], [3, 'scheduled'], [1, 'draft']],
    synopsis: 'She came back for the wedding of the man who sold her family’s ship.',
    synopses: { ar: 'عادت لحضور زفاف الرجل الذي باع سفينة عائلتها.', id: 'Ia kembali untuk pernikahan pria yang menjual kapal keluarganya.' },
  },
  {
    title: 'Velvet Debt', ar: 'دين مخملي', id: 'Utang Beludru', genre: 'revenge', tropes: ['revenge', 'rags_to_riches'], languages: all,
    state: 'published', daysAgo: 51, episodes: [[8, 'published']],
    synopsis: 'A tailor’s daughter measures the man who ruined her father for his last suit.',
    synopses: { ar: 'ابنة خياط تأخذ مقاسات الرجل الذي دمّر والدها لبدلته الأخيرة.', id: 'Putri seorang penjahit mengukur pria yang menghancurkan ayahnya untuk setelan terakhirnya.' },
  },
  {
    title: 'Midnight Contract', ar: 'عقد منتصف الليل', id: 'Kontrak Tengah Malam', genre: 'romance', tropes: ['contract_marriage', 'billionaire'], languages: all,
    state: 'published', daysAgo: 40, episodes: [[4, 'published'], [1, 'failed'], [2, 'in_review']],
    synopsis: 'A marriage for a year, a clause for every kiss, and one page that nobody read.',
    synopses: { ar: 'زواج لعام واحد، وبند لكل قبلة، وصفحة لم يقرأها أحد.', id: 'Pernikahan setahun, satu pasal untuk tiap ciuman, dan satu halaman yang tak dibaca siapa pun.' },
  },
  {
    title: 'My Boss, My Enemy', ar: 'مديري عدوي', id: 'Bosku, Musuhku', genre: 'comedy', tropes: ['enemies_to_lovers', 'office'], languages: ['en', 'id'],
    state: 'published', daysAgo: 33, episodes: [[5, 'published'], [1, 'archived']],
    synopsis: 'She trained him, he fired her, and now they share a desk.',
    synopses: { ar: 'درّبته، ففصلها من العمل، والآن يتقاسمان مكتبًا واحدًا.', id: 'Ia melatihnya, pria itu memecatnya, dan kini mereka berbagi meja.' },
  },
  {
    title: 'The Twin in Room 9', ar: 'التوأم في الغرفة ٩', id: 'Kembaran di Kamar 9', genre: 'thriller', tropes: ['twins', 'amnesia'], languages: all,
    state: 'published', daysAgo: 21, episodes: [[3, 'published'], [2, 'draft']],
    synopsis: 'The patient who woke up is not the one who was brought in.',
    synopses: { ar: 'المريضة التي استيقظت ليست التي أُدخلت المستشفى.', id: 'Pasien yang terbangun bukanlah pasien yang dibawa masuk.' },
  },
  {
    title: 'The Quiet Heir', ar: 'الوريث الصامت', id: 'Pewaris yang Diam', genre: 'family', tropes: ['secret_heir'], languages: ['en', 'ar'],
    state: 'scheduled', daysAgo: 12, episodes: [[4, 'scheduled']],
    synopsis: 'He has not spoken since the fire. The will says that he must.',
  },
  {
    title: 'Moon over Jakarta', ar: 'قمر فوق جاكرتا', id: 'Bulan di Atas Jakarta', genre: 'romance', tropes: ['fated_mates'], languages: ['id', 'en'],
    state: 'in_review', daysAgo: 9, episodes: [[3, 'in_review']],
    synopsis: 'Two strangers miss the last train on the same night, every year.',
  },
  {
    title: 'Seven Letters to Aleppo', ar: 'سبع رسائل إلى حلب', id: 'Tujuh Surat ke Aleppo', genre: 'drama', tropes: ['lost_love'], languages: ['ar'],
    state: 'in_review', daysAgo: 8, episodes: [[1, 'in_review'], [2, 'draft']],
    synopsis: 'A postman delivers what was never meant to arrive.',
  },
  {
    title: 'The Second Wife’s Ledger', ar: 'دفتر الزوجة الثانية', id: 'Buku Istri Kedua', genre: 'family', tropes: ['revenge'], languages: all,
    state: 'draft', daysAgo: 5, episodes: [[3, 'draft']],
    synopsis: 'She wrote everything down. Now everyone wants the book.',
  },
  {
    title: 'Salt and Saffron', ar: 'ملح وزعفران', id: 'Garam dan Safron', genre: 'comedy', tropes: ['enemies_to_lovers'], languages: ['en'],
    state: 'draft', daysAgo: 3, episodes: [[2, 'draft']],
    synopsis: 'Two kitchens, one landlord, and a recipe that belongs to neither.',
  },
  {
    title: 'Return of the Pearl Diver', ar: 'عودة غواص اللؤلؤ', id: 'Kembalinya Penyelam Mutiara', genre: 'revenge', tropes: ['hidden_identity'], languages: all,
    state: 'draft', daysAgo: 1, episodes: [],
    synopsis: 'The sea gave him back on the day of his funeral.',
  },
  {
    title: 'The Glass Ballroom', ar: 'قاعة الزجاج', id: 'Balai Kaca', genre: 'thriller', tropes: ['murder_mystery'], languages: ['en', 'ar'],
    state: 'archived', daysAgo: 180, episodes: [[5, 'published']],
    synopsis: 'Everyone danced. Nobody saw who left with the bride.',
  },
];

export const episodeTitles: readonly (readonly [en: string, ar: string, id: string])[] = [
  ['The Ferry', 'العبّارة', 'Kapal Feri'],
  ['What the Letter Said', 'ما قالته الرسالة', 'Isi Surat Itu'],
  ['A Stranger at the Wedding', 'غريب في العرس', 'Orang Asing di Pernikahan'],
  ['The Key', 'المفتاح', 'Kunci'],
  ['Do Not Open', 'لا تفتح', 'Jangan Dibuka'],
  ['The Second Signature', 'التوقيع الثاني', 'Tanda Tangan Kedua'],
  ['Rain', 'مطر', 'Hujan'],
  ['He Knows', 'هو يعلم', 'Dia Tahu'],
  ['The Empty Chair', 'الكرسي الفارغ', 'Kursi Kosong'],
  ['One Last Dance', 'رقصة أخيرة', 'Tarian Terakhir'],
  ['Before Dawn', 'قبل الفجر', 'Sebelum Fajar'],
];
