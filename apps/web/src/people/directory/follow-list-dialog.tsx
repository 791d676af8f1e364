import * as words from '@mbari/words/directory';
import { Dialog } from '~/platform/ui/dialog.tsx';
import type { FollowKind } from './directory-queries.ts';
import './directory.css';
import { FollowList } from './follow-list.tsx';

const titles = { followers: words.followersTab, following: words.followingTab } as const satisfies Record<FollowKind, string>;

/** Navigation unmounts the profile, and the dialog with it. */
export const FollowListDialog = ({ kind, id, onClose }: { kind: FollowKind; id: string; onClose: () => void }) => (
  <Dialog title={titles[kind]} onClose={onClose}>
    <FollowList kind={kind} id={id} isOwn={false} />
  </Dialog>
);
