/** Who uses the app in the demo: five markets, guests and registered, and a few whom support has dealt with. */

export type SupportCase =
  | 'suspended'
  | 'suspended_for_good'
  | 'banned'
  | 'comp'
  | 'apology'
  | 'recouped'
  | 'asked_for_more'
  | 'leaving'
  | 'noted';

export interface SampleUser {
  /** Guests have neither name, email nor phone. */
  readonly name: string | null;
  readonly email: string | null;
  readonly country: string;
  readonly language: 'en' | 'ar' | 'id';
  readonly phone: string | null;
  /** What they bought, in hundreds of coins. */
  readonly packs: number;
  readonly daysAgo: number;
  readonly seenHoursAgo: number | null;
  readonly supportCases: readonly SupportCase[];
}

type SampleRow = readonly [
  name: string | null,
  phone: string | null,
  packs: number,
  daysAgo: number,
  seenHoursAgo: number | null,
  ...supportCases: SupportCase[],
];

type Market = readonly [country: string, language: SampleUser['language'], users: readonly SampleRow[]];

const markets: readonly Market[] = [
  [
    'ID',
    'id',
    [
      ['Siti Rahmawati', '+6281234567801', 24, 128, 1, 'comp', 'noted'],
      ['Budi Santoso', '+6281234567802', 6, 120, 5],
      ['Dewi Anggraini', '+6281234567803', 12, 110, 2, 'apology'],
      ['Agus Setiawan', '+6281234567804', 0, 105, 72, 'leaving'],
      ['Rina Wulandari', '+6281234567805', 3, 5, 20, 'suspended', 'noted'],
      ['Eko Prasetyo', '+6281234567806', 1, 75, 9],
      ['Maya Kusuma', '+6281234567807', 40, 61, 0, 'asked_for_more', 'noted'],
      ['Hendra Gunawan', '+6281234567808', 0, 44, 700],
      ['Ayu Pratiwi', '+6281234567809', 2, 1, 3],
      ['Rizky Ramadhan', '+6281234567810', 5, 8, 1],
      [null, null, 0, 71, 4],
      [null, null, 1, 24, 2],
      [null, null, 0, 1, null],
    ],
  ],
  [
    'EG',
    'ar',
    [
      ['مريم عبد الله', '+201001234501', 18, 125, 2, 'comp'],
      ['أحمد السيد', '+201001234502', 9, 116, 6],
      ['نور حسن', '+201001234503', 4, 107, 11, 'apology', 'noted'],
      ['يوسف إبراهيم', '+201001234504', 0, 100, 480, 'banned', 'noted'],
      ['سلمى فؤاد', '+201001234505', 7, 66, 1],
      ['كريم منصور', '+201001234506', 2, 31, 30],
      ['هدى سليمان', '+201001234507', 0, 2, 15],
      [null, null, 0, 34, 8],
      [null, null, 2, 2, 1],
    ],
  ],
  [
    'SA',
    'ar',
    [
      ['فهد القحطاني', '+966501234501', 55, 122, 0, 'comp', 'noted'],
      ['نورة العتيبي', '+966501234502', 30, 114, 3],
      ['خالد الشمري', '+966501234503', 15, 99, 72, 'recouped', 'noted'],
      ['ريم الدوسري', '+966501234504', 8, 52, 5],
      ['عبد العزيز الحربي', '+966501234505', 3, 3, 26],
      [null, null, 0, 47, 6],
    ],
  ],
  [
    'US',
    'en',
    [
      ['Layla Haddad', '+12025550101', 10, 118, 4, 'apology'],
      ['Marcus Reed', '+12025550102', 1, 104, 250, 'suspended_for_good'],
      ['Grace Nguyen', '+12025550103', 22, 4, 2],
      ['Daniel Ortiz', '+12025550104', 0, 40, 90],
      ['Chloe Bennett', null, 4, 15, 7],
      [null, null, 0, 2, 3],
    ],
  ],
  [
    'MY',
    'id',
    [
      ['Nur Aisyah', '+60123456701', 13, 112, 1],
      ['Farid Hakim', '+60123456702', 5, 26, 12, 'banned'],
      ['Lim Wei Jie', '+60123456703', 2, 58, 33],
      ['Priya Nair', '+60123456704', 0, 27, 140, 'noted'],
      [null, null, 0, 55, 10],
      [null, null, 0, 1, null],
    ],
  ],
];

/** How those write their name in an address whose name is not in Latin letters. */
const inLatin: Readonly<Record<string, string>> = {
  'مريم عبد الله': 'maryam.abdallah',
  'أحمد السيد': 'ahmed.elsayed',
  'نور حسن': 'nour.hassan',
  'يوسف إبراهيم': 'youssef.ibrahim',
  'سلمى فؤاد': 'salma.fouad',
  'كريم منصور': 'karim.mansour',
  'هدى سليمان': 'huda.soliman',
  'فهد القحطاني': 'fahad.alqahtani',
  'نورة العتيبي': 'noura.alotaibi',
  'خالد الشمري': 'khaled.alshammari',
  'ريم الدوسري': 'reem.aldosari',
  'عبد العزيز الحربي': 'abdulaziz.alharbi',
};

const emailOf = (name: string): string => `${inLatin[name] ?? name.toLowerCase().replaceAll(' ', '.')}@viewers.example`;

export const sampleUsers: readonly SampleUser[] = markets.flatMap(([country, language, rows]) =>
  rows.map(([name, phone, packs, daysAgo, seenHoursAgo, ...supportCases]) => {
    const email = name === null ? null : emailOf(name);
    return { name, email, phone, country, language, packs, daysAgo, seenHoursAgo, supportCases };
  }),
);
