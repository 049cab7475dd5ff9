import { dayMs, hourMs } from '../../kit/time.ts';
import type { SeededRandom } from './chance.ts';

/** Where the audience of the demo lives, and when it has time to watch. */
export interface Market {
  readonly country: 'ID' | 'EG' | 'US';
  readonly language: 'id' | 'ar' | 'en';
  /** Of all who come. */
  readonly share: number;
  /** Hours ahead of UTC. */
  readonly offset: number;
  /** Days of the week on which nobody works, Sunday being 0. */
  readonly weekend: readonly number[];
  /** How much more readily than others they pay. */
  readonly purse: number;
  /** With a # for each digit that is a person's own. */
  readonly phone: string;
  /** First and last names, each with how it is written in an address. */
  readonly first: readonly (readonly [name: string, latin: string])[];
  readonly last: readonly (readonly [name: string, latin: string])[];
}

const latin = (names: string) => names.split(' ').map((name) => [name, name.toLowerCase()] as const);

export const markets: readonly Market[] = [
  {
    country: 'ID',
    language: 'id',
    share: 0.5,
    offset: 7,
    weekend: [6, 0],
    purse: 0.9,
    phone: '+62813#######',
    first: latin(
      'Adi Anisa Bayu Citra Dian Fajar Fitri Galih Indah Intan Joko Kartika Lestari Mega Nadia Putra Ratna Sari Taufik Wulan Yanti Yusuf',
    ),
    last: latin(
      'Hidayat Kurniawan Lubis Maulana Nugroho Permata Pratama Purnomo Saputra Siregar Susanto Utami Wahyuni Wibowo Wijaya',
    ),
  },
  {
    country: 'EG',
    language: 'ar',
    share: 0.3,
    offset: 2,
    weekend: [5, 6],
    purse: 0.8,
    phone: '+20106#######',
    first: [
      ...[['آية', 'aya'] as const, ['أمل', 'amal'] as const, ['بسمة', 'basma'] as const, ['حسام', 'hossam'] as const],
      ...[['خلود', 'kholoud'] as const, ['رانيا', 'rania'] as const, ['سارة', 'sara'] as const],
      ...[['شيماء', 'shaimaa'] as const, ['طارق', 'tarek'] as const, ['عمر', 'omar'] as const],
      ...[['فاطمة', 'fatma'] as const, ['محمود', 'mahmoud'] as const, ['منى', 'mona'] as const],
      ...[['هشام', 'hesham'] as const, ['ياسمين', 'yasmin'] as const],
    ],
    last: [
      ...[['البدري', 'elbadry'] as const, ['الجندي', 'elgendy'] as const, ['الشافعي', 'elshafei'] as const],
      ...[['حمدي', 'hamdy'] as const, ['رضوان', 'radwan'] as const, ['زكي', 'zaki'] as const],
      ...[['شاكر', 'shaker'] as const, ['صبري', 'sabry'] as const, ['عزت', 'ezzat'] as const],
      ...[['فهمي', 'fahmy'] as const, ['كامل', 'kamel'] as const, ['لطفي', 'lotfy'] as const],
    ],
  },
  {
    country: 'US',
    language: 'en',
    share: 0.2,
    offset: -5,
    weekend: [6, 0],
    purse: 1.4,
    phone: '+1202555####',
    first: latin(
      'Abigail Alicia Andre Brianna Caleb Diana Elena Ethan Faith Hannah Isaac Jasmine Kayla Logan Maria Naomi Owen Rosa Simone Tyler',
    ),
    last: latin('Brooks Carter Diaz Foster Grant Hayes Jordan Kim Lopez Morgan Patel Rivera Russell Shaw Turner Walsh'),
  },
];

/** How many watch in each hour of their day: a few at lunch, most in the evening. */
const byHour = [3, 1.5, 0.8, 0.5, 0.4, 0.6, 1.5, 2.5, 3, 3, 3, 4, 6, 5, 4, 4, 5, 6, 8, 11, 13, 13, 10, 6];
const hours = byHour.map((weight, hour) => ({ hour, weight }));

/** The day of a market that a moment is on, counted from 1970. */
export const localDay = ({ offset }: Market, moment: number): number => Math.floor((moment + offset * hourMs) / dayMs);

/** When someone of the market watches on a day of theirs. */
export function momentOn({ offset }: Market, day: number, chance: SeededRandom): number {
  const { hour } = chance.weighted(hours, ({ weight }) => weight);
  return Math.floor(day * dayMs + (hour + chance.next() - offset) * hourMs);
}

/** Whether nobody works; 1970 began on a Thursday. */
export const isWeekend = ({ weekend }: Market, day: number): boolean => weekend.includes((day + 4) % 7);
