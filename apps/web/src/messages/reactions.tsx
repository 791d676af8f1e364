import { type Message, react, type Reaction, reactions } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { Frown, HandHeart, Heart, Laugh, type LucideIcon, Sparkles, ThumbsUp } from 'lucide-react';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import type { MenuItem } from '~/platform/ui/menu.tsx';

const icons: Record<Reaction, LucideIcon> = { like: ThumbsUp, love: Heart, laugh: Laugh, wow: Sparkles, sad: Frown, thanks: HandHeart };
const labels: Record<Reaction, string> = {
  like: words.like,
  love: words.love,
  laugh: words.laugh,
  wow: words.wow,
  sad: words.sad,
  thanks: words.thanks,
};

interface ReactOptions {
  message: Message;
  onChanged: (message: Message) => void;
}

/** Sets the viewer's reaction, or removes it if it is set already. */
export function useReact({ message, onChanged }: ReactOptions): (reaction: Reaction) => void {
  const { run } = useAction(async (reaction: Reaction) => {
    const isSet = message.reactions.some((one) => one.reaction === reaction && one.is_own);
    const { data } = await call(react, { params: { id: message.id }, body: { reaction: isSet ? null : reaction } });
    onChanged(data);
  }, words.reactFailed);
  return (reaction) => void run(reaction);
}

export const reactionItems = (onChoose: (reaction: Reaction) => void): MenuItem[] =>
  reactions.map((reaction) => {
    const Icon = icons[reaction];
    return {
      label: labels[reaction],
      icon: <Icon size={20} strokeWidth={1.8} aria-hidden="true" className="reaction" data-reaction={reaction} />,
      onChoose: () => onChoose(reaction),
    };
  });

export function Reactions({ message, onReact }: { message: Message; onReact: (reaction: Reaction) => void }) {
  if (message.reactions.length === 0) return null;
  return (
    <div className="message-reactions">
      {message.reactions.map(({ reaction, count, is_own: isOwn }) => {
        const Icon = icons[reaction];
        return (
          <button
            key={reaction}
            type="button"
            className="message-reaction"
            aria-pressed={isOwn}
            aria-label={words.reactionCount({ reaction: labels[reaction], count })}
            onClick={() => onReact(reaction)}
          >
            <Icon size={16} strokeWidth={1.8} aria-hidden="true" className="reaction" data-reaction={reaction} />
            {count > 1 && count}
          </button>
        );
      })}
    </div>
  );
}
