import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import { answers } from '../platform/english.ts';
import { route } from '../platform/http/route.ts';
import { readSettings } from './read-settings.ts';
import { saveSettings } from './save-settings.ts';

export const settingsRoutes = [
  route(readForumSettings, async ({ context, member }) => ({ data: await readSettings(context, context.db, member.id) })),
  route(saveForumSettings, async ({ context, member, body }) => ({
    data: await saveSettings(context, member.id, body),
    message: answers.settingsSaved,
  })),
];
