import * as words from '@mbari/words/directory';
import { Dialog } from '~/platform/ui/dialog.tsx';
import type { FollowKind } from './directory-queries.ts';
import './directory.css';
import { FollowList } from './follow-list.tsx';

const titles = { followers: words.followersTab, following: words.followingTab } as const satisfies Record<FollowKind, string>;

/** Who follows another member, or whom they follow, above their profile: it goes with that, to whomever one goes on. */
export const FollowListDialog = ({ kind, id, onClose }: { kind: FollowKind; id: string; onClose: () => void }) => (
  <Dialog title={titles[kind]} onClose={onClose}>
    <FollowList kind={kind} id={id} own={false} />
  </Dialog>
);
