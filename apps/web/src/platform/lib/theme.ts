import { writeCookie } from './cookies.ts';

/** `auto`: the device's setting. */
export type Theme = 'auto' | 'light' | 'dark';

/** Read by a script in the page's head before the first paint. */
const cookie = 'mbari_theme';
const page = document.documentElement;

export function chosenTheme(): Theme {
  const { theme } = page.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

export function chooseTheme(theme: Theme): void {
  writeCookie(cookie, theme === 'auto' ? null : theme);
  if (theme === 'auto') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
  // The page has two colours for the browser's own bar: light, then dark.
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((color, index) => {
    const scheme = index === 0 ? 'light' : 'dark';
    color.media = theme === 'auto' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  });
}
