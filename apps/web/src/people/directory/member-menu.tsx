import * as blockWords from '@mbari/words/blocks';
import * as words from '@mbari/words/directory';
import * as followWords from '@mbari/words/follows';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Ellipsis, Flag, Link2, UserMinus, Volume2, VolumeX } from 'lucide-react';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';
import { mute, unmute } from './block-and-mute.ts';

/** A card or a profile. Missing `viewer` fields allow actions. */
export interface MenuMember {
  id: string;
  name: string;
  username: string;
  viewer?: { may_follow?: boolean; may_block?: boolean; may_report?: boolean; is_muted?: boolean };
}

interface MemberMenuProps {
  member: MenuMember;
  /** For the member's pages; lists already remove blocked members. */
  onBlocked?: () => void;
  mayRemove?: boolean;
  className?: string;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** All actions on a member except follow. */
export function MemberMenu({ member, onBlocked, mayRemove = false, className }: MemberMenuProps) {
  const client = useQueryClient();
  const { user } = useSession();
  const block = useLazyDialog(async () => (await import('./member-menu-dialogs.tsx')).BlockDialog);
  const remove = useLazyDialog(async () => (await import('./member-menu-dialogs.tsx')).RemoveFollowerDialog);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const { id, name, username, viewer = {} } = member;
  const isMuted = viewer.is_muted === true;
  const subject = { type: 'user', id } as const;
  const isOther = user !== null && user.id !== id;
  const successText = isMuted ? blockWords.unmuted({ name }) : blockWords.muted({ name });
  const changeMute = useAction(() => (isMuted ? unmute : mute)(client, id), blockWords.muteFailed, successText);
  const items: (MenuItem | false)[] = [
    { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(`${location.origin}/user/${username}`) },
    isOther && {
      label: isMuted ? blockWords.unmute : blockWords.mute,
      icon: isMuted ? <Volume2 {...icon} /> : <VolumeX {...icon} />,
      onChoose: () => void changeMute.run(),
    },
    isOther && viewer.may_report !== false && { label: words.report, icon: <Flag {...icon} />, onChoose: report.open },
    isOther && mayRemove && { label: followWords.removeFollower, icon: <UserMinus {...icon} />, onChoose: remove.open, danger: true },
    isOther && viewer.may_block !== false && { label: blockWords.block, icon: <Ban {...icon} />, onChoose: block.open, danger: true },
  ];
  return (
    <>
      <Menu
        label={words.more({ name })}
        className={className}
        icon={<Ellipsis {...icon} />}
        items={items.filter((item) => item !== false)}
      />
      {block.Dialog && <block.Dialog member={member} onBlocked={onBlocked} onClose={block.close} />}
      {remove.Dialog && <remove.Dialog member={member} onClose={remove.close} />}
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
    </>
  );
}
