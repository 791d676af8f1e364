import { accentShades } from '@mbari/contract/platform/accent-shades';
import { type Brand, brandId } from '@mbari/contract/platform/first-data';
import { type Locale, locales } from '@mbari/words/locales';
import { logoOf, productName, type Site } from '../site.ts';
import { escapeText, jsonForScript } from './plain-page.ts';

type Appearance = Pick<Site, 'name' | 'tagline' | 'accent' | 'logo' | 'providers'>;

export const appearanceKey = ({ name, tagline, accent, logo, providers }: Appearance): string =>
  JSON.stringify([name, tagline, accent, logo?.id, providers]);

export const plainAppearance = appearanceKey({ name: productName, tagline: null, accent: null, logo: null, providers: [] });

export const manifestAddress = (locale: Locale): string => `/site-${locale}.webmanifest`;

/** Puts the community's name, colour, logo and providers into the page, so that it needs no request before the first paint. */
export function applyAppearance(html: string, locale: Locale, site: Appearance): string {
  const { name, tagline, accent, logo, providers } = site;
  const brand: Brand = { name, logo: logo && logoOf(logo), providers };
  const page = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeText(name)}</title>`)
    .replace(
      /(<p class="splash-brand">[^]*?<span>)[^<]*(<\/span>)/,
      (_, before: string, after: string) => before + escapeText(name) + after,
    )
    .replace(/(<link rel="manifest" href=")[^"]*/, (_, before: string) => before + manifestAddress(locale))
    .replace('</head>', () => `${head(accent, brand)}</head>`);
  if (tagline === null) return page;
  return page
    .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => before + escapeText(tagline))
    .replace(/(<p class="splash-tagline">)[^]*?(<\/p>)/, (_, before: string, after: string) => before + escapeText(tagline) + after);
}

const head = (accent: string | null, brand: Brand): string =>
  [
    ...(accent === null ? [] : [`<style>${accentStyle(accent)}</style>`]),
    `<script type="application/json" id="${brandId}">${jsonForScript(brand)}</script>`,
    '',
  ].join('\n    ');

function accentStyle(accent: string): string {
  const { light, dark } = accentShades(accent);
  const shade = (l: number, c: number): string => `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${light.h.toFixed(1)})`;
  const chromaAt = (strength: number): number => Math.min(light.c, strength);
  const pairs = {
    '--indigo': [shade(light.l, light.c), shade(dark.l, dark.c)],
    '--indigo-deep': [shade(light.l - 0.08, light.c * 0.85), shade(0.85, chromaAt(0.07))],
    '--on-indigo': ['oklch(0.985 0.007 85)', shade(0.18, chromaAt(0.04))],
    '--unread': [shade(0.945, chromaAt(0.016)), shade(0.215, chromaAt(0.032))],
    '--indigo-wash': [shade(0.945, chromaAt(0.016)), shade(0.29, chromaAt(0.06))],
  };
  return `:root{${Object.entries(pairs)
    .map(([name, [day, night]]) => `${name}:light-dark(${day},${night})`)
    .join(';')}}`;
}

export function applyToManifest(manifest: string, locale: Locale, { name, tagline, logo }: Appearance): string {
  const parsed = JSON.parse(manifest) as { icons: unknown[]; [member: string]: unknown };
  const isSquare = logo !== null && logo.width === logo.height && logo.width >= 192;
  return JSON.stringify({
    ...parsed,
    ...{ name, short_name: name, lang: locale, dir: locales[locale].direction },
    ...(tagline !== null && { description: tagline }),
    icons: isSquare
      ? logo.widths.map((width) => ({ src: `/media/${logo.id}/${width}.webp`, sizes: `${width}x${width}`, type: 'image/webp' }))
      : parsed.icons,
  });
}
