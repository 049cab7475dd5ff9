export { Coins, useCoinWords } from './coins.tsx';
export { SubjectName, useSubjectPictures } from './subject.tsx';
