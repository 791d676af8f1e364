import * as site from '@mbari/contract/platform/site';
import { formOf } from '../../forms.ts';
import { photoFile } from '../../image-files.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { type Expected, hidden, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

const settings = ['data.version', 'data.defaults.name'];
const storedForAdmins = adminsOnly(ok({ has: [...settings, 'message'], stores: true }));

const versionOf = async ({ app }: World): Promise<number> =>
  (await app.db.row<{ version: number }>('select version from site_settings'))!.version;

export const siteRows: Row[] = [
  { call: site.readSiteSettings, expect: adminsOnly(ok({ has: settings })), ask: async () => ({}) },
  {
    call: site.changeSiteSettings,
    about: { version: 'newest' },
    expect: storedForAdmins,
    ask: async (world) => ({ json: { version: await versionOf(world), tagline: 'We weave together', about: 'We **weave**.' } }),
  },
  {
    call: site.changeSiteSettings,
    about: { version: 'older' },
    expect: adminsOnly(refused('conflict')),
    ask: async (world) => {
      await world.app.db.run('update site_settings set version = version + 1');
      return { json: { version: (await versionOf(world)) - 1, tagline: 'Too late' } };
    },
  },
  { call: site.changeSiteLogo, expect: storedForAdmins, ask: async () => ({ form: formOf({ logo: await photoFile() }) }) },
  { call: site.removeSiteLogo, expect: adminsOnly(ok({ has: settings, stores: true })), ask: async () => ({}) },
  {
    call: site.readSitePage,
    about: { page: 'written' },
    expect: () => ok({ has: ['data.body_html'] }),
    ask: async ({ app }) => {
      await app.db.run("update site_settings set about = 'We weave.', about_html = '<p>We weave.</p>'");
      return { params: { page: 'about' } };
    },
  },
  {
    call: site.readSitePage,
    about: { page: 'built in' },
    expect: () => ok({ has: ['data.body_html'] }),
    ask: async () => ({ params: { page: 'privacy' } }),
  },
  { call: site.readSitePage, about: { page: 'unknown' }, expect: hidden, ask: async () => ({ params: { page: 'imprint' } }) },
];
