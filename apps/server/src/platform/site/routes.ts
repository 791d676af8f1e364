import * as limits from '@mbari/contract/platform/limits';
import * as calls from '@mbari/contract/platform/site';
import { sitePageNames } from '@mbari/contract/platform/site-settings';
import { locales } from '@mbari/words/locales';
import type { Context } from '../context.ts';
import { answers } from '../english.ts';
import { type FormRules, withForm } from '../http/form.ts';
import { route } from '../http/route.ts';
import { isFromLocalhost } from '../localhost.ts';
import { fillIn } from '../markdown/views.ts';
import { notFound } from '../refusal.ts';
import { logoOf } from '../site.ts';
import { changeLogo, removeLogo } from './change-logo.ts';
import { changeSettings, readSettings } from './change-settings.ts';
import { findPage } from './queries.ts';
import { readJoining } from './read-joining.ts';
import { taglineOf } from './views.ts';

export const siteRoutes = [
  route(calls.readSite, async ({ context, request }) => {
    const { config, db } = context;
    const [{ version: _, ...site }, joining] = await Promise.all([context.site.read(), readJoining(db)]);
    return {
      data: {
        ...site,
        tagline: taglineOf(site),
        logo: site.logo && logoOf(site.logo),
        provider: config.provider && { name: config.provider.name, url: '/api/v1/auth/oauth/redirect?from=forum' },
        plans_price: config.plansPrice,
        languages: site.languages.offered.map((locale) => ({ tag: locale, name: locales[locale].name })),
        pages: [...site.pages],
        joining: { mode: joining.effective, members_invite: joining.members_invite },
        outbox_url: config.mail.smtpUrl === null && isFromLocalhost(config, request.raw) ? '/outbox' : null,
        limits: { ...limits },
      },
    };
  }),
  route(calls.readSitePage, async ({ context, params }) => ({ data: await readPage(context, params.page) })),
  route(calls.readSiteSettings, async ({ context }) => ({ data: await readSettings(context) })),
  route(calls.changeSiteSettings, async ({ context, member, body }) => ({
    data: await changeSettings(context, member, body),
    message: answers.settingsSaved,
  })),
  route(calls.changeSiteLogo, async ({ context, member, request }) => {
    await context.limits.spend('upload by member', member.id);
    const data = await withForm(request, logoForm, ({ files: [file] }) => changeLogo(context, member, file!));
    return { data, message: answers.settingsSaved };
  }),
  route(calls.removeSiteLogo, async ({ context, member }) => ({
    data: await removeLogo(context, member),
    message: answers.settingsSaved,
  })),
];

const logoForm: FormRules<typeof calls.changeSiteLogo.shape.body> = {
  fields: calls.changeSiteLogo.shape.body,
  files: { name: /^logo$/, atMost: 1, bytes: limits.logoBytes, tooLarge: 'avatarTooLarge', tooMany: 'onePicture' },
  required: { names: ['logo'], reason: 'imageMissing' },
};

/** Returns a public page without links to members or their photos. */
async function readPage({ db }: Context, page: string): Promise<{ body_html: string; changed_at: string }> {
  const name = sitePageNames.find((pageName) => pageName === page);
  const row = name && (await findPage(db, name));
  if (!row) throw notFound();
  const findNothing = () => undefined;
  return {
    body_html: fillIn(row.html, { usernameOf: findNothing, photoOf: findNothing, sourceOf: findNothing }),
    changed_at: row.changed_at.toISOString(),
  };
}
