import { defineWords } from '../words/define.ts';

export const noFactorWords = defineWords('noFactor', {
  en: {
    title: 'Set up a second factor first',
    text: 'Your permissions require a code from an authenticator app. Setting it up takes a minute.',
    go: 'Go to my account',
  },
  ar: {
    title: 'أعدّ عاملًا ثانيًا أولًا',
    text: 'صلاحياتك تتطلب رمزًا من تطبيق مصادقة. يستغرق الإعداد دقيقة.',
    go: 'إلى حسابي',
  },
  id: {
    title: 'Siapkan faktor kedua dulu',
    text: 'Izin Anda memerlukan kode dari aplikasi autentikator. Menyiapkannya butuh satu menit.',
    go: 'Ke akun saya',
  },
});
