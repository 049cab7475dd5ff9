import { dayMs, hourMs } from '../../kit/time.ts';

/** A market of the audience, with the habits and names of its people. */
export interface Market {
  readonly country: 'ID' | 'EG' | 'US';
  readonly language: 'id' | 'ar' | 'en';
  /** Of the audience. */
  readonly share: number;
  /** Hours ahead of UTC. */
  readonly offset: number;
  /** Days of the week, Sunday is 0. */
  readonly weekend: readonly number[];
  /** Willingness to pay relative to other markets. */
  readonly willingness: number;
  /** With a # for each random digit. */
  readonly phone: string;
  /** First and last names, each with its spelling in email addresses. */
  readonly first: readonly (readonly [name: string, latin: string])[];
  readonly last: readonly (readonly [name: string, latin: string])[];
}

const latin = (names: string) => names.split(' ').map((name) => [name, name.toLowerCase()] as const);
/** Arabic names, each followed by its Latin spelling. */
const pairs = (names: string) =>
  [...names.matchAll(/(\S+) (\S+)/g)].map(([, name = '', spelling = '']) => [name, spelling] as const);

export const markets: readonly Market[] = [
  {
    country: 'ID',
    language: 'id',
    share: 0.5,
    offset: 7,
    weekend: [6, 0],
    willingness: 0.9,
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
    willingness: 0.8,
    phone: '+20106#######',
    first: pairs(
      'آية aya أمل amal بسمة basma حسام hossam خلود kholoud رانيا rania سارة sara شيماء shaimaa طارق tarek عمر omar فاطمة fatma محمود mahmoud منى mona هشام hesham ياسمين yasmin',
    ),
    last: pairs(
      'البدري elbadry الجندي elgendy الشافعي elshafei حمدي hamdy رضوان radwan زكي zaki شاكر shaker صبري sabry عزت ezzat فهمي fahmy كامل kamel لطفي lotfy',
    ),
  },
  {
    country: 'US',
    language: 'en',
    share: 0.2,
    offset: -5,
    weekend: [6, 0],
    willingness: 1.4,
    phone: '+1202555####',
    first: latin(
      'Abigail Alicia Andre Brianna Caleb Diana Elena Ethan Faith Hannah Isaac Jasmine Kayla Logan Maria Naomi Owen Rosa Simone Tyler',
    ),
    last: latin('Brooks Carter Diaz Foster Grant Hayes Jordan Kim Lopez Morgan Patel Rivera Russell Shaw Turner Walsh'),
  },
];

/** The local hours at which the people of a market watch together, and the share of sessions of each. */
export const sessionHours = [
  { hour: 13, share: 0.3 },
  { hour: 20, share: 0.7 },
] as const;

/** The local day of a time, as days since 1970. */
export const localDay = ({ offset }: Market, time: number): number => Math.floor((time + offset * hourMs) / dayMs);

/** The time of an hour on a local day. */
export const timeOn = ({ offset }: Market, day: number, hour: number): number => day * dayMs + (hour - offset) * hourMs;

/** 1970-01-01 was a Thursday. */
export const isWeekend = ({ weekend }: Market, day: number): boolean => weekend.includes((day + 4) % 7);
