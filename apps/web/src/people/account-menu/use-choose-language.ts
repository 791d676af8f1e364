import { saveForumSettings } from '@mbari/contract/settings';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { takeUpSettings } from '~/people/settings/settings-queries.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { chooseLanguage } from '~/platform/lib/language.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';

/** Saves the language for pages and mails, and switches the page to it. Null: the browser's language. */
export function useChooseLanguage() {
  const client = useQueryClient();
  return async (locale: string | null): Promise<void> => {
    const before = currentSession().user?.forum_settings;
    try {
      const { data } = await call(saveForumSettings, { body: { locale } });
      takeUpSettings(client, before ?? data, data);
      chooseLanguage(locale);
    } catch (error) {
      toast.error((error instanceof CallRefused && error.serverMessage) || sentences.settingsSaveFailed);
    }
  };
}
