import { defineWords } from '../words/define.ts';

export const noFactorWords = defineWords('noFactor', {
  en: {
    title: 'Set up a second factor first',
    text: 'What you may do here is guarded by a code from an authenticator app. It takes a minute.',
    go: 'To my account',
  },
  ar: {
    title: 'أعدّ عاملًا ثانيًا أولًا',
    text: 'ما يحق لك فعله هنا محمي برمز من تطبيق مصادقة. يستغرق الإعداد دقيقة.',
    go: 'إلى حسابي',
  },
  id: {
    title: 'Siapkan faktor kedua dulu',
    text: 'Hal yang boleh Anda lakukan di sini dilindungi kode dari aplikasi autentikator. Hanya butuh satu menit.',
    go: 'Ke akun saya',
  },
});
