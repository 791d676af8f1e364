import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { readSettings, saveSettings } from './save-settings.ts';

export const settingsRoutes = [
  route(readForumSettings, async ({ context, member }) => ({ data: await readSettings(context, context.db, member.id) })),
  route(saveForumSettings, async ({ context, member, body }) => ({
    data: await saveSettings(context, member.id, body),
    message: answers.settingsSaved,
  })),
];
