import { dismissAnnouncement } from '@mbari/contract/community/announcements';
import * as words from '@mbari/words/announcements';
import { useLocation } from '@tanstack/react-router';
import { Megaphone, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { refreshUser, useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import './announcements.css';

/** Announcements above the page. An announcement that arrives later overlays the page, to avoid layout shift. */
export function Announcements() {
  const { pathname } = useLocation();
  const announcements = useSession().user?.announcements ?? [];
  const [dismissedIds, setDismissedIds] = useState<readonly string[]>([]);
  const [shownAtNavigation, setShownAtNavigation] = useState({ pathname, ids: isPageDrawn() ? [] : announcements.map(({ id }) => id) });
  if (shownAtNavigation.pathname !== pathname) setShownAtNavigation({ pathname, ids: announcements.map(({ id }) => id) });
  const dismiss = async (id: string): Promise<void> => {
    setDismissedIds([...dismissedIds, id]);
    try {
      await call(dismissAnnouncement, { params: { id } });
    } catch {
      // Restores the announcement. `refreshUser` removes it if it was deleted meanwhile.
      toast.error(words.failed);
      setDismissedIds(dismissedIds);
    }
    await refreshUser().catch(() => undefined);
  };
  return announcements
    .filter(({ id }) => !dismissedIds.includes(id))
    .map(({ id, text, is_dismissable }) => (
      <aside key={id} aria-label={words.region} className="announcement" data-late={!shownAtNavigation.ids.includes(id) || undefined}>
        <Megaphone size={20} strokeWidth={1.6} aria-hidden="true" className="mt-[2px] shrink-0" />
        <p role="status" dir="auto">
          {text}
        </p>
        {is_dismissable && (
          <IconButton label={words.putAway} onClick={() => void dismiss(id)}>
            <X size={20} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        )}
      </aside>
    ));
}

const isPageDrawn = (): boolean => document.getElementById('main') !== null;
