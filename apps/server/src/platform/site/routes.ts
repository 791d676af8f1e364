import * as limits from '@mbari/contract/platform/limits';
import * as calls from '@mbari/contract/platform/site';
import { locales } from '@mbari/words/locales';
import { chooseLocale } from '../http/choose-locale.ts';
import { type FormRules, withForm } from '../http/form.ts';
import { route } from '../http/route.ts';
import { answers } from '../languages.ts';
import { isFromLocalhost } from '../localhost.ts';
import { logoOf } from '../site.ts';
import { changeLogo, changeSettings, readSettings, removeLogo } from './change-settings.ts';
import { readJoining, taglineOf } from './open-site.ts';
import { readSitePage } from './read-site-page.ts';

export const siteRoutes = [
  route(calls.readSite, async ({ context, request }) => {
    const { config, db } = context;
    const [{ version: _, ...site }, joining] = await Promise.all([context.site.read(), readJoining(db)]);
    return {
      data: {
        ...site,
        tagline: taglineOf(site),
        logo: site.logo && logoOf(site.logo),
        plans_price: config.plansPrice,
        languages: site.languages.offered.map((locale) => ({ tag: locale, name: locales[locale].name })),
        joining: { mode: joining.effective, members_invite: joining.members_invite },
        outbox_url: config.mail.smtpUrl === null && isFromLocalhost(config, request.raw) ? '/outbox' : null,
        limits: { ...limits },
      },
    };
  }),
  route(calls.readSitePage, async ({ context, params, request }) => {
    const { languages } = await context.site.read();
    return { data: await readSitePage(context, params.page, chooseLocale(request.headers, languages)) };
  }),
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
