import * as words from '@mbari/words/shell';
import { close } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { LogOut, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { signOut, useSession } from '~/lib/session.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { IconButton } from '~/ui/button.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';
import { Brand, RailRows } from './rail.tsx';

/** The rail on a phone: it slides in over the page and keeps the focus until it is closed. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={words.menu}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget || (event.target instanceof Element && event.target.closest('a'))) onClose();
      }}
    >
      <div className="flex min-h-full flex-col px-s3 pb-s4">
        <div className="flex items-center justify-between py-s1">
          <Brand />
          <IconButton label={close} onClick={onClose}>
            <X size={20} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        {user && (
          <Link to="/profile" className="mb-s3 flex items-center gap-s3 border-b border-hairline px-s3 pb-s4 font-semibold">
            <Avatar src={user.avatar_url} size={40} />
            <span className="min-w-0 truncate" dir="auto">
              {user.name}
            </span>
            <VerifiedBadge member={user} />
          </Link>
        )}
        <nav aria-label={words.sidebar} className="flex flex-1 flex-col">
          <RailRows />
        </nav>
        <button type="button" className="rail-row mt-s2" onClick={() => void signOut()}>
          <LogOut size={20} strokeWidth={1.6} aria-hidden="true" />
          {words.logOut}
        </button>
      </div>
    </dialog>
  );
}
