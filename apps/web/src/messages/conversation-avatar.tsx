'use no memo';

import type { Conversation } from '@mbari/contract/messages/conversations';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { othersIn } from './conversation-words.ts';

/** The other member, or two members of a group. */
export function ConversationAvatar({ conversation, size = 48 }: { conversation: Conversation; size?: number }) {
  const [first, second] = othersIn(conversation);
  if (!conversation.is_group || second === undefined) return <Avatar src={first?.user?.avatar_url} size={size} />;
  const small = Math.round(size * 0.7);
  return (
    <span className="conversation-avatars" style={{ width: size, height: size }}>
      <Avatar src={first?.user?.avatar_url} size={small} />
      <Avatar src={second.user?.avatar_url} size={small} />
    </span>
  );
}
