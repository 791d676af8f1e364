import { saveForumSettings } from '@mbari/contract/settings';
import type { ForumSettings } from '@mbari/contract/shapes/members';
import * as sentences from '@mbari/words/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { chooseLanguage } from '~/platform/lib/language.ts';
import { currentSession, refreshUser } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { forumSettings, takeUpSettings } from './settings-queries.ts';

export interface SettingsForm {
  /** As the server has them. */
  saved: ForumSettings;
  /** As they stand on the page. */
  settings: ForumSettings;
  unsaved: boolean;
  saving: boolean;
  change: (change: Partial<ForumSettings>) => void;
  discard: () => void;
  /** Answers whether they were saved. */
  save: () => Promise<boolean>;
}

/** The settings as they are being changed. The page keeps them, so that unsaved changes survive a look at another tab. */
export function useSettingsForm({ needed }: { needed: boolean }) {
  const client = useQueryClient();
  const query = useQuery({ ...forumSettings, enabled: needed });
  const saved = query.data;
  useFailureToast(saved ? 0 : query.errorUpdateCount);
  useSavedLanguage(saved);
  const { values, change, unsaved, discard, submit, busy } = useForm<ForumSettings>({
    start: saved,
    // All of them, those without a control too.
    send: async (settings) => {
      const memberId = currentSession().user?.id;
      const { data } = await call(saveForumSettings, { body: settings });
      // Whoever signed out meanwhile leaves nothing behind in this browser.
      if (saved === undefined || currentSession().user?.id !== memberId) return;
      takeUpSettings(client, saved, data);
      toast.success(sentences.settingsSaved);
    },
    onFailure: (error) => {
      toast.error((error instanceof CallRefused && error.said) || sentences.settingsSaveFailed);
      // The plan ended meanwhile: the page shows that.
      if (error instanceof CallRefused && error.code === 'upgrade_required') tryToRefreshUser();
    },
  });
  const form: SettingsForm | undefined = saved && { saved, settings: values, unsaved, saving: busy, change, discard, save: submit };
  return { query, form };
}

/** Without an answer, the next page asks by itself. */
const tryToRefreshUser = (): void => void refreshUser().catch(() => undefined);

/** Once another language is saved, the page turns into it. */
function useSavedLanguage(saved: ForumSettings | undefined): void {
  const before = useRef(saved);
  useEffect(() => {
    if (before.current && saved && saved.locale !== before.current.locale) chooseLanguage(saved.locale);
    before.current = saved;
  }, [saved]);
}

/** Says each failure to load them once. What failed at an earlier visit was said then. */
function useFailureToast(failures: number): void {
  const said = useRef(failures);
  useEffect(() => {
    if (failures > said.current) toast.error(sentences.settingsLoadFailed);
    said.current = failures;
  }, [failures]);
}
