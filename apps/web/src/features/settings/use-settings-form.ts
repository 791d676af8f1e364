import * as sentences from '@mbari/contract/sentences';
import { saveForumSettings } from '@mbari/contract/settings';
import type { ForumSettings } from '@mbari/contract/shapes/members';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, CallRefused } from '~/lib/call.ts';
import { currentSession, refreshUser } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
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
  /** Whether it came to be. */
  save: () => Promise<boolean>;
}

/** The settings as they are being changed. Held by the page, so that what is not saved yet outlives a look at another tab. */
export function useSettingsForm({ needed }: { needed: boolean }) {
  const client = useQueryClient();
  const query = useQuery({ ...forumSettings, enabled: needed });
  const [changes, setChanges] = useState<Partial<ForumSettings>>({});
  const [saving, setSaving] = useState(false);
  const underWay = useRef(false);
  const saved = query.data;
  const failures = saved ? 0 : query.errorUpdateCount;
  // What failed at an earlier visit was said then.
  const said = useRef(failures);
  useEffect(() => {
    if (failures > said.current) toast.error(sentences.settingsLoadFailed);
    said.current = failures;
  }, [failures]);

  const form: SettingsForm | undefined = saved && {
    saved,
    settings: { ...saved, ...changes },
    unsaved: Object.keys(differing(changes, saved)).length > 0,
    saving,
    change: (change) => setChanges((before) => ({ ...before, ...change })),
    discard: () => setChanges({}),
    save: async () => {
      if (underWay.current) return false;
      underWay.current = true;
      setSaving(true);
      // All of them, those without a control too. What is undefined is no part of JSON.
      const sent = { ...saved, ...changes };
      const whose = currentSession().user?.id;
      try {
        const { data } = await call(saveForumSettings, { body: sent });
        // Signed out while the answer was on its way: it is nobody's here any more.
        if (currentSession().user?.id !== whose) return true;
        takeUpSettings(client, saved, data);
        // What was changed while the answer was on its way is still to be saved.
        setChanges((now) => differing(now, sent));
        toast.success(sentences.settingsSaved);
        return true;
      } catch (error) {
        toast.error((error instanceof CallRefused && error.said) || sentences.settingsSaveFailed);
        // The plan ended meanwhile: the page shows what is left of it.
        if (error instanceof CallRefused && error.code === 'upgrade_required') void refreshUser().catch(() => undefined);
        return false;
      } finally {
        underWay.current = false;
        setSaving(false);
      }
    },
  };
  return { query, form };
}

const differing = (changes: Partial<ForumSettings>, from: ForumSettings): Partial<ForumSettings> =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => from[field as keyof ForumSettings] !== value));
