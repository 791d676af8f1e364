'use no memo';

import * as words from '@mbari/words/account-menu';
import { ChevronDown } from 'lucide-react';
import type { Member } from '~/platform/lib/stored-session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import './account-button.css';

/** Opens the account menu, whose code is loaded on first use. */
export function AccountButton({ member }: { member: Member }) {
  const menu = useLazyDialog(async () => (await import('./account-menu.tsx')).AccountMenu);
  return (
    <>
      <button
        type="button"
        className="account-button"
        aria-haspopup="dialog"
        aria-expanded={menu.Dialog !== null}
        aria-label={words.accountOf({ name: member.name })}
        onClick={menu.open}
      >
        <Avatar src={member.avatar_url} />
        <span className="account-name">
          <span className="truncate" dir="auto">
            {member.name}
          </span>
          <VerifiedBadge member={member} />
        </span>
        <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
      {menu.Dialog && <menu.Dialog onClose={menu.close} />}
    </>
  );
}
