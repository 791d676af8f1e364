import { keepCookie } from './cookies.ts';

/** `auto`: as the device has it. */
export type Theme = 'auto' | 'light' | 'dark';

/** The page's head reads it before anything is painted. */
const cookie = 'mbari_theme';
const page = document.documentElement;

export function chosenTheme(): Theme {
  const { theme } = page.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/** Keeps the theme for this browser, whoever is signed in, and paints the page in it. */
export function chooseTheme(theme: Theme): void {
  keepCookie(cookie, theme === 'auto' ? null : theme);
  if (theme === 'auto') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
  // The browser's own bar: one color for light, one for dark.
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((color, index) => {
    const own = index === 0 ? 'light' : 'dark';
    color.media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  });
}
