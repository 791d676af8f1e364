import type { ForumSettings } from '@mbari/contract/people/members';
import { saveForumSettings } from '@mbari/contract/people/settings';
import * as sentences from '@mbari/words/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { chooseLanguage } from '~/platform/lib/language.ts';
import { currentSession, refreshUser } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { forumSettings, applySavedSettings } from './settings-queries.ts';

export interface SettingsForm {
  saved: ForumSettings;
  settings: ForumSettings;
  unsaved: boolean;
  saving: boolean;
  change: (change: Partial<ForumSettings>) => void;
  discard: () => void;
  /** Resolves to true on success. */
  save: () => Promise<boolean>;
}

/** Edited settings, owned by the page so that they survive a change of tab. */
export function useSettingsForm({ isNeeded }: { isNeeded: boolean }) {
  const client = useQueryClient();
  const query = useQuery({ ...forumSettings, enabled: isNeeded });
  const saved = query.data;
  useFailureToast(saved ? 0 : query.errorUpdateCount);
  useSavedLanguage(saved);
  const { values, change, unsaved, discard, submit, busy } = useForm<ForumSettings>({
    start: saved,
    // Sends all settings, also those without a control.
    send: async (settings) => {
      const memberId = currentSession().user?.id;
      const { data } = await call(saveForumSettings, { body: settings });
      // A member who signed out meanwhile leaves no data in this browser.
      if (saved === undefined || currentSession().user?.id !== memberId) return;
      applySavedSettings(client, saved, data);
      toast.success(sentences.settingsSaved);
    },
    onFailure: (error) => {
      toast.error((error instanceof CallRefused && error.serverMessage) || sentences.settingsSaveFailed);
      // The plan has ended, so refetch the member.
      if (error instanceof CallRefused && error.code === 'upgrade_required') tryToRefreshUser();
    },
  });
  const form: SettingsForm | undefined = saved && { saved, settings: values, unsaved, saving: busy, change, discard, save: submit };
  return { query, form };
}

/** If this refetch fails, the next page load repeats it. */
const tryToRefreshUser = (): void => void refreshUser().catch(() => undefined);

/** Switches the page to a newly saved language. */
function useSavedLanguage(saved: ForumSettings | undefined): void {
  const previous = useRef(saved);
  useEffect(() => {
    if (previous.current && saved && saved.locale !== previous.current.locale) chooseLanguage(saved.locale);
    previous.current = saved;
  }, [saved]);
}

/** Shows each load error once. Ignores errors of earlier visits. */
function useFailureToast(failures: number): void {
  const reportedFailures = useRef(failures);
  useEffect(() => {
    if (failures > reportedFailures.current) toast.error(sentences.settingsLoadFailed);
    reportedFailures.current = failures;
  }, [failures]);
}
