import { readable } from '../../words/define.ts';

const platformNames: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android', web: 'Web' };

export const platformOf = (platform: string | null): string =>
  platform === null ? '' : (platformNames[platform] ?? readable(platform));
