/** What viewers of the demo write under episodes, what others report of it, and what the moderator has decided so far. */

export interface SampleReport {
  readonly by: string;
  readonly reason: string;
  readonly hoursAgo: number;
}

export interface SampleDecision {
  readonly move: 'hide' | 'delete' | 'restore' | 'resolve';
  readonly reason: string;
  readonly strike?: boolean;
  readonly hoursAgo: number;
}

export interface SampleComment {
  readonly by: string;
  readonly hoursAgo: number;
  readonly body: string;
  readonly reports?: readonly SampleReport[];
  readonly decision?: SampleDecision;
}

export interface SampleThread {
  readonly series: string;
  readonly episode: number;
  readonly comments: readonly SampleComment[];
}

const day = 24;
const said = (by: string, hoursAgo: number, body: string): SampleComment => ({ by, hoursAgo, body });
const reported = (comment: SampleComment, ...reports: readonly SampleReport[]): SampleComment => ({
  ...comment,
  reports,
});
const report = (by: string, reason: string, hoursAgo: number): SampleReport => ({ by, reason, hoursAgo });
const decided = (comment: SampleComment, decision: SampleDecision): SampleComment => ({ ...comment, decision });

export const sampleThreads: readonly SampleThread[] = [
  {
    series: 'The Harbour Bride',
    episode: 1,
    comments: [
      said('Layla Haddad', 40 * day, 'The harbour at dawn in the first minute. I am in.'),
      said('Siti Rahmawati', 31 * day, 'Baru menit pertama sudah merinding. Lanjut!'),
      decided(
        reported(
          said('Eko Prasetyo', 24 * day, 'Koin gratis 5000! Hubungi WA 0812-0000-1111 sekarang'),
          report('Budi Santoso', 'spam', 23 * day),
        ),
        { move: 'hide', reason: 'spam', strike: true, hoursAgo: 22 * day },
      ),
      said('مريم عبد الله', 20 * day, 'البداية قوية جدًا، والتمثيل ممتاز 👏'),
      decided(
        reported(
          said('Eko Prasetyo', 12 * day, 'Koin gratis lagi, klik profil saya'),
          report('Dewi Anggraini', 'spam', 12 * day - 2),
        ),
        { move: 'hide', reason: 'spam', strike: true, hoursAgo: 11 * day },
      ),
      reported(
        said('Daniel Ortiz', 30, 'She marries the captain in episode 9, you can all stop watching now.'),
        ...[
          report('Grace Nguyen', 'spoiler', 28),
          report('Layla Haddad', 'spoiler', 20),
          report('Chloe Bennett', 'Spoils the whole season', 6),
        ],
      ),
      said('Grace Nguyen', 27, 'Why would you write that under episode 1?!'),
      said('Nur Aisyah', 4, 'Kapten itu mencurigakan sejak awal 👀'),
    ],
  },
  {
    series: 'The Harbour Bride',
    episode: 2,
    comments: [
      said('أحمد السيد', 18 * day, 'الموسيقى في مشهد الميناء رائعة'),
      decided(
        reported(
          said('Daniel Ortiz', 15 * day, 'Everyone who likes this is an idiot.'),
          report('Marcus Reed', 'abuse', 15 * day - 3),
        ),
        { move: 'hide', reason: 'abuse', strike: true, hoursAgo: 14 * day },
      ),
      decided(
        reported(
          said('Eko Prasetyo', 6 * day, 'JUAL KOIN MURAH 50% cek bio'),
          report('Siti Rahmawati', 'spam', 6 * day - 1),
        ),
        { move: 'delete', reason: 'spam', strike: true, hoursAgo: 5 * day },
      ),
      said('Eko Prasetyo', 3 * day, 'Kenapa komentar saya tidak muncul?'),
      said('Dewi Anggraini', 2 * day, 'Tolong jangan ada yang kasih bocoran ya 🙏'),
    ],
  },
  {
    series: 'Velvet Debt',
    episode: 1,
    comments: [
      said('نور حسن', 25 * day, 'هل هناك جزء ثانٍ؟'),
      reported(
        said('كريم منصور', 50, 'أنت لا تفهم شيئًا يا غبي، اسكت أحسن'),
        report('نور حسن', 'abuse', 48),
        report('سلمى فؤاد', 'abuse', 30),
      ),
      said('سلمى فؤاد', 46, 'لنحافظ على الاحترام من فضلكم'),
      reported(
        said('Rizky Ramadhan', 9, 'Nonton gratis semua episode di situs saya: nontonyuk[.]example'),
        report('Maya Kusuma', 'spam', 5),
      ),
      decided(
        reported(
          said('Chloe Bennett', 7 * day, 'This villain deserves a slap, honestly.'),
          report('Daniel Ortiz', 'Calls for violence', 7 * day - 5),
        ),
        { move: 'resolve', reason: '', hoursAgo: 6 * day },
      ),
      said('فهد القحطاني', 3, 'أفضل مسلسل هذا الشهر'),
    ],
  },
  {
    series: 'Midnight Contract',
    episode: 1,
    comments: [
      decided(
        reported(
          said('Daniel Ortiz', 10 * day, 'Trash acting, trash people watching it.'),
          report('Grace Nguyen', 'abuse', 10 * day - 2),
        ),
        { move: 'hide', reason: 'abuse', strike: true, hoursAgo: 9 * day },
      ),
      said('Lim Wei Jie', 8 * day, 'The contract scene made me laugh out loud.'),
      reported(
        said('ريم الدوسري', 70, 'تحذير: النهاية حزينة جدًا، سيموت البطل في الحلقة الأخيرة'),
        report('نورة العتيبي', 'spoiler', 60),
      ),
      said('Budi Santoso', 36, 'Episode 1 langsung 3 kali putar ulang'),
      reported(
        said('Farid Hakim', 26 * day - 6, 'Pelakon ni patut balik kampung, bangsa macam ni…'),
        report('Nur Aisyah', 'hate', 20),
      ),
      said('Maya Kusuma', 2, 'Siapa di sini karena TikTok? 😂'),
    ],
  },
];
