import path from 'node:path';
import type { Locale } from '@mbari/words/locales';
import type { Config } from '../config.ts';
import { readWebApp, type WebApp, type WebApps } from './web-app.ts';

export interface WebBuilds {
  webApps: WebApps;
  close: () => void;
}

/**
 * Reads the builds, one folder per language. Polls for missing languages, because the default language is built first.
 * Returns null without the default.
 */
export async function readWebBuilds(folder: string, { offered, default: first }: Config['languages']): Promise<WebBuilds | null> {
  const webApps = new Map<Locale, WebApp>();
  const read = async (locale: Locale): Promise<void> => {
    const build = await readWebApp(path.join(folder, locale), webApps);
    if (build) webApps.set(locale, build);
  };
  await read(first);
  if (webApps.size === 0) return null;
  const readMissing = async (): Promise<boolean> => {
    for (const locale of offered) if (!webApps.has(locale)) await read(locale);
    return offered.every((locale) => webApps.has(locale));
  };
  if (await readMissing()) return { webApps, close: () => undefined };
  const timer = setInterval(
    () =>
      void readMissing().then(
        (all) => all && clearInterval(timer),
        () => undefined,
      ),
    2_000,
  ).unref();
  return { webApps, close: () => clearInterval(timer) };
}
