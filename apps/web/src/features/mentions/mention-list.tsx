import type { Author } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/mentions';
import type { RefCallback } from 'react';
import { Avatar } from '~/ui/avatar.tsx';
import './mention-list.css';

interface MentionListProps {
  id: string;
  people: readonly Author[];
  chosen: number;
  onChoose: (member: Author) => void;
  /** Puts it where it belongs in what contains it; left out: above. */
  ref?: RefCallback<HTMLElement>;
}

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/** The members to choose from. The text field keeps the focus and moves through them. */
export function MentionList({ id, people, chosen, onChoose, ref }: MentionListProps) {
  return (
    <div id={id} role="listbox" aria-label={words.members} className="mention-list" ref={ref}>
      {people.map((member, index) => (
        <div
          key={member.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className="mention-option"
          ref={(option) => {
            if (index === chosen) option?.scrollIntoView({ block: 'nearest' });
          }}
          // Keeps the focus in the field, and a phone's keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(member)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChoose(member);
          }}
        >
          <Avatar src={member.avatar_url} size={28} />
          <span className="truncate font-semibold" dir="auto">
            {member.name}
          </span>
          <span className="truncate text-t15 text-ink-meta" dir="ltr">
            @{member.username}
          </span>
        </div>
      ))}
    </div>
  );
}
