import type { State } from '../../features/catalog/public.ts';
import type { SampleSeries } from './sample-series.ts';

type Texts = readonly [
  title: string,
  ar: string,
  id: string,
  genre: string,
  trope: string,
  language: 'en' | 'ar' | 'id',
  synopsis: string,
];
type Publication = readonly [
  state: Exclude<State, 'scheduled'>,
  daysAgo: number,
  episodes: number,
  freeEpisodes: number,
];

// biome-ignore format: one line for each series is easier to read
const rows: readonly (readonly [Publication, Texts])[] = [
  [['published', 172, 24, 5], ['The Ferryman’s Daughter', 'ابنة الملاح', 'Putri Juru Mudi', 'family', 'secret_heir', 'id', 'She rows strangers across the river until one of them knows her name.']],
  [['published', 168, 20, 4], ['House of Jasmine', 'بيت الياسمين', 'Rumah Melati', 'drama', 'second_chance', 'ar', 'Three sisters inherit a house that none of them may sell.']],
  [['published', 160, 18, 4], ['Paper Rings', 'خواتم من ورق', 'Cincin Kertas', 'romance', 'contract_marriage', 'en', 'They married for a visa and forgot to get divorced.']],
  [['published', 151, 16, 3], ['The Night Nurse', 'ممرضة الليل', 'Perawat Malam', 'thriller', 'amnesia', 'en', 'Every patient on her floor remembers the same man.']],
  [['published', 143, 22, 5], ['Love at Gate Seven', 'حب عند البوابة السابعة', 'Cinta di Gerbang Tujuh', 'romance', 'second_chance', 'id', 'He misses every flight that she is on.']],
  [['published', 136, 20, 4], ['The Perfumer of Alexandria', 'عطّار الإسكندرية', 'Peracik Wangi Alexandria', 'drama', 'hidden_identity', 'ar', 'A scent brings back a night that the whole family denies.']],
  [['published', 128, 15, 3], ['Kitchen on Fire', 'مطبخ على نار', 'Dapur Membara', 'comedy', 'enemies_to_lovers', 'id', 'Two cooks, one licence and a landlady who likes neither.']],
  [['published', 120, 18, 4], ['The Last Heiress', 'الوريثة الأخيرة', 'Pewaris Terakhir', 'revenge', 'rags_to_riches', 'en', 'She was declared dead, and the board would like to keep it so.']],
  [['published', 112, 24, 6], ['Under the Banyan', 'تحت شجرة الأثأب', 'Di Bawah Beringin', 'family', 'lost_love', 'id', 'A village keeps the promise that two children made.']],
  [['published', 104, 16, 3], ['My Brother’s Wedding', 'عرس أخي', 'Pernikahan Abangku', 'comedy', 'twins', 'ar', 'The groom is late, the bride is early, and the twin is in the wrong suit.']],
  [['published', 97, 20, 4], ['Sugar and Smoke', 'سكر ودخان', 'Gula dan Asap', 'romance', 'billionaire', 'id', 'He bought the street. She owns the only stall that he cannot.']],
  [['published', 90, 14, 3], ['The Witness on Floor Nine', 'شاهد الطابق التاسع', 'Saksi Lantai Sembilan', 'thriller', 'murder_mystery', 'en', 'The lift stopped between two floors, and one of them saw everything.']],
  [['published', 82, 22, 5], ['A Debt of Pearls', 'دين من اللؤلؤ', 'Utang Mutiara', 'revenge', 'revenge', 'ar', 'Her dowry paid for his ship. She has come for the ship.']],
  [['published', 75, 18, 4], ['Letters to Mother', 'رسائل إلى أمي', 'Surat untuk Ibu', 'family', 'lost_love', 'id', 'He writes every week to an address that was never hers.']],
  [['published', 58, 16, 4], ['The Understudy', 'البديلة', 'Pemeran Pengganti', 'drama', 'hidden_identity', 'en', 'She knows every line of the star’s life but the last.']],
  [['published', 46, 20, 4], ['Bride by Mistake', 'عروس بالخطأ', 'Pengantin Salah Alamat', 'comedy', 'contract_marriage', 'id', 'The invitation had the wrong name, and nobody had the heart to say so.']],
  [['published', 36, 18, 5], ['The Cairo Inheritance', 'ميراث القاهرة', 'Warisan Kairo', 'thriller', 'secret_heir', 'ar', 'Four cousins, one key, and a flat that was bricked up in 1967.']],
  [['published', 27, 14, 3], ['Second Shift', 'الوردية الثانية', 'Giliran Kedua', 'romance', 'office', 'en', 'They share a desk, and have never been there at the same time.']],
  [['published', 17, 12, 3], ['The Healer’s Oath', 'قسم المعالجة', 'Sumpah Sang Tabib', 'drama', 'fated_mates', 'id', 'She cures everyone but the man who sent her away.']],
  [['published', 9, 10, 3], ['Cold Coffee', 'قهوة باردة', 'Kopi Dingin', 'romance', 'enemies_to_lovers', 'en', 'He has ordered the same coffee for a year to hear her say no.']],
  [['in_review', 6, 8, 3], ['The Silver Bridge', 'الجسر الفضي', 'Jembatan Perak', 'thriller', 'twins', 'ar', 'Two sisters cross it at midnight. One comes back.']],
  [['in_review', 4, 6, 2], ['Rain on Tin Roofs', 'مطر على أسقف الصفيح', 'Hujan di Atap Seng', 'drama', 'rags_to_riches', 'id', 'A song that she wrote at eleven plays in every taxi.']],
  [['draft', 3, 4, 2], ['The Cartographer', 'رسام الخرائط', 'Pembuat Peta', 'drama', 'lost_love', 'en', 'He draws the town as it was on the day that she left.']],
  [['draft', 2, 3, 2], ['Sisters of the Well', 'أخوات البئر', 'Saudari Sumur', 'family', 'revenge', 'ar', 'The water is back, and so is what was thrown into it.']],
  [['archived', 175, 12, 3], ['The Loudest Silence', 'أعلى صمت', 'Sunyi Paling Nyaring', 'drama', 'amnesia', 'en', 'A radio host loses her voice on the air.']],
  [['archived', 165, 10, 3], ['Prince of the Market', 'أمير السوق', 'Pangeran Pasar', 'comedy', 'rags_to_riches', 'id', 'He sells fish by day and is bowed to by night.']],
];

/** The series of half a year, each in one language. */
export const moreSeries: readonly SampleSeries[] = rows.map(
  ([[state, daysAgo, episodes, freeEpisodes], [title, ar, id, genre, trope, language, synopsis]]) => ({
    state,
    daysAgo,
    episodes: [[episodes, state === 'archived' ? 'published' : state]],
    freeEpisodes,
    title,
    ar,
    id,
    genre,
    tropes: [trope],
    languages: [language],
    synopsis,
  }),
);
