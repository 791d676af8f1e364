import * as words from '@mbari/words/directory';
import { Dialog } from '~/ui/dialog.tsx';
import type { FollowKind } from './directory-queries.ts';
import './directory.css';
import { FollowList } from './follow-list.tsx';

const titles = { followers: words.followersTab, following: words.followingTab } as const satisfies Record<FollowKind, string>;

/** Who follows another member, or whom they follow, above their profile. */
export function FollowListDialog({ kind, id, onClose }: { kind: FollowKind; id: string; onClose: () => void }) {
  return (
    <Dialog title={titles[kind]} onClose={onClose}>
      <div
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) onClose();
        }}
      >
        <FollowList kind={kind} id={id} own={false} />
      </div>
    </Dialog>
  );
}
