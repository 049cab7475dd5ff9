/** Comments of the sample users under episodes, with reports and moderation decisions. Times are in days ago. */

type Report = readonly [by: string, reason: string, daysAgo: number];

interface Decision {
  readonly move: 'hide' | 'delete' | 'restore' | 'resolve';
  readonly reason?: string;
  readonly strike?: boolean;
  readonly daysAgo: number;
}

interface SampleComment {
  readonly by: string;
  readonly daysAgo: number;
  readonly body: string;
  readonly reports?: readonly Report[];
  readonly decision?: Decision;
}

interface SampleThread {
  readonly series: string;
  readonly episode: number;
  readonly comments: readonly SampleComment[];
}

const strike = (move: 'hide' | 'delete', reason: string, daysAgo: number): Decision => ({
  move,
  reason,
  strike: true,
  daysAgo,
});

const hour = 1 / 24;

// biome-ignore format: one line for each comment is easier to read
export const sampleThreads: readonly SampleThread[] = [
  {
    series: 'The Harbour Bride',
    episode: 1,
    comments: [
      { by: 'Layla Haddad', daysAgo: 40, body: 'The harbour at dawn in the first minute. I am in.' },
      { by: 'Siti Rahmawati', daysAgo: 31, body: 'Baru menit pertama sudah merinding. Lanjut!' },
      { by: 'Eko Prasetyo', daysAgo: 24, body: 'Koin gratis 5000! Hubungi WA 0812-0000-1111 sekarang', reports: [['Budi Santoso', 'spam', 23]], decision: strike('hide', 'spam', 22) },
      { by: 'مريم عبد الله', daysAgo: 20, body: 'البداية قوية جدًا، والتمثيل ممتاز 👏' },
      { by: 'Eko Prasetyo', daysAgo: 12, body: 'Koin gratis lagi, klik profil saya', reports: [['Dewi Anggraini', 'spam', 11.9]], decision: strike('hide', 'spam', 11) },
      { by: 'Daniel Ortiz', daysAgo: 30 * hour, body: 'She marries the captain in episode 9, you can all stop watching now.', reports: [['Grace Nguyen', 'spoiler', 28 * hour], ['Layla Haddad', 'spoiler', 20 * hour], ['Chloe Bennett', 'Spoils the whole season', 6 * hour]] },
      { by: 'Grace Nguyen', daysAgo: 27 * hour, body: 'Why would you write that under episode 1?!' },
      { by: 'Nur Aisyah', daysAgo: 4 * hour, body: 'Kapten itu mencurigakan sejak awal 👀' },
    ],
  },
  {
    series: 'The Harbour Bride',
    episode: 2,
    comments: [
      { by: 'أحمد السيد', daysAgo: 18, body: 'الموسيقى في مشهد الميناء رائعة' },
      { by: 'Daniel Ortiz', daysAgo: 15, body: 'Everyone who likes this is an idiot.', reports: [['Marcus Reed', 'abuse', 14.9]], decision: strike('hide', 'abuse', 14) },
      { by: 'Eko Prasetyo', daysAgo: 6, body: 'JUAL KOIN MURAH 50% cek bio', reports: [['Siti Rahmawati', 'spam', 5.9]], decision: strike('delete', 'spam', 5) },
      { by: 'Eko Prasetyo', daysAgo: 3, body: 'Kenapa komentar saya tidak muncul?' },
      { by: 'Dewi Anggraini', daysAgo: 2, body: 'Tolong jangan ada yang kasih bocoran ya 🙏' },
    ],
  },
  {
    series: 'Velvet Debt',
    episode: 1,
    comments: [
      { by: 'نور حسن', daysAgo: 25, body: 'هل هناك جزء ثانٍ؟' },
      { by: 'كريم منصور', daysAgo: 50 * hour, body: 'أنت لا تفهم شيئًا يا غبي، اسكت أحسن', reports: [['نور حسن', 'abuse', 48 * hour], ['سلمى فؤاد', 'abuse', 30 * hour]] },
      { by: 'سلمى فؤاد', daysAgo: 46 * hour, body: 'لنحافظ على الاحترام من فضلكم' },
      { by: 'Rizky Ramadhan', daysAgo: 9 * hour, body: 'Nonton gratis semua episode di situs saya: nontonyuk[.]example', reports: [['Maya Kusuma', 'spam', 5 * hour]] },
      { by: 'Chloe Bennett', daysAgo: 7, body: 'This villain deserves a slap, honestly.', reports: [['Daniel Ortiz', 'Calls for violence', 6.8]], decision: { move: 'resolve', daysAgo: 6 } },
      { by: 'فهد القحطاني', daysAgo: 3 * hour, body: 'أفضل مسلسل هذا الشهر' },
    ],
  },
  {
    series: 'Midnight Contract',
    episode: 1,
    comments: [
      { by: 'Daniel Ortiz', daysAgo: 10, body: 'Trash acting, trash people watching it.', reports: [['Grace Nguyen', 'abuse', 9.9]], decision: strike('hide', 'abuse', 9) },
      { by: 'Lim Wei Jie', daysAgo: 8, body: 'The contract scene made me laugh out loud.' },
      { by: 'ريم الدوسري', daysAgo: 70 * hour, body: 'تحذير: النهاية حزينة جدًا، سيموت البطل في الحلقة الأخيرة', reports: [['نورة العتيبي', 'spoiler', 60 * hour]] },
      { by: 'Budi Santoso', daysAgo: 36 * hour, body: 'Episode 1 langsung 3 kali putar ulang' },
      { by: 'Farid Hakim', daysAgo: 25.7, body: 'Pelakon ni patut balik kampung, bangsa macam ni…', reports: [['Nur Aisyah', 'hate', 20 * hour]] },
      { by: 'Maya Kusuma', daysAgo: 2 * hour, body: 'Siapa di sini karena TikTok? 😂' },
    ],
  },
];
