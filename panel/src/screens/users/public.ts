export { Coins, useCauseName, useCoinWords } from './coins.tsx';
export { SubjectName, useSubjectPictures } from './subject.tsx';
