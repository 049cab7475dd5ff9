/** What other folders of screens use of this one, besides its queries. */
export { pictureFiles, sendImage } from './send-file.ts';
