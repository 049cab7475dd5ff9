import sharp from 'sharp';

/** Gradients with the title in each language of the series. Hero images have no title, because the app overlays it. */

export const artworkSizes = { poster: [360, 540], hero: [640, 360], thumb: [640, 360] } as const;
export type ArtworkKind = keyof typeof artworkSizes;

export interface ArtworkTitle {
  readonly language: string;
  readonly title: string;
}

/** Breaks a title into lines between words. */
function linesOf(title: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Draws the titles from the bottom up; the first language is the largest and topmost. */
function drawTitles(titles: readonly ArtworkTitle[], kind: Exclude<ArtworkKind, 'hero'>): string {
  const [width, height] = artworkSizes[kind];
  const large = { poster: 44, thumb: 39 }[kind];
  const margin = Math.round(width * 0.08);
  let y = height - margin;
  const drawn: string[] = [];
  for (const [index, { language, title }] of [...titles.entries()].toReversed()) {
    const size = index === 0 ? large : Math.round(large * 0.48);
    const longest = (kind === 'poster' ? 12 : 22) * (index === 0 ? 1 : 2);
    const place = language === 'ar' ? `x="${width - margin}" direction="rtl"` : `x="${margin}"`;
    for (const line of linesOf(title, longest).toReversed()) {
      drawn.push(`<text ${place} y="${Math.round(y)}" font-size="${size}">${escaped(line)}</text>`);
      y -= size * 1.14;
    }
    y -= large * 0.12;
  }
  return drawn.join('');
}

export async function drawArtwork(titles: readonly ArtworkTitle[], hue: number, kind: ArtworkKind): Promise<Buffer> {
  const [width, height] = artworkSizes[kind];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0.4" y2="1">
        <stop offset="0" stop-color="hsl(${hue}, 62%, 46%)"/>
        <stop offset="0.55" stop-color="hsl(${(hue + 40) % 360}, 55%, 30%)"/>
        <stop offset="1" stop-color="hsl(${(hue + 70) % 360}, 50%, 12%)"/>
      </linearGradient>
      <radialGradient id="sun"><stop offset="0" stop-color="white" stop-opacity="0.85"/>
        <stop offset="0.35" stop-color="hsl(${hue}, 90%, 82%)" stop-opacity="0.55"/>
        <stop offset="1" stop-color="hsl(${hue}, 90%, 70%)" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.7}" cy="${height * 0.3}" r="${height * 0.3}" fill="url(#sun)"/>
    <path d="M0 ${height * 0.62} Q ${width * 0.35} ${height * 0.5} ${width} ${height * 0.66} V ${height} H 0 Z"
      fill="black" fill-opacity="0.28"/>
    <g font-family="Georgia, 'DejaVu Serif', 'DejaVu Sans', serif" font-weight="bold" fill="white">${kind === 'hero' ? '' : drawTitles(titles, kind)}</g>
  </svg>`;
  return sharp(Buffer.from(picture)).flatten().webp({ quality: 80, effort: 0 }).toBuffer();
}
