import { found as membersFound, members } from '@mbari/words/mentions';
import { found as tagsFound, tags } from '@mbari/words/tags';
import type { RefCallback } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import type { Completion, Suggestion } from './use-completion.ts';
import './suggestion-list.css';

export interface SuggestionListProps {
  id: string;
  completion: Completion;
  optionId: (list: string, at: number) => string;
  /** Positions the list in its container; by default above the field. */
  ref?: RefCallback<HTMLElement> | undefined;
}

const isOfTags = ({ suggestions }: Completion): boolean => suggestions[0]?.kind === 'tag';

export function SuggestionList({ id, completion, optionId, ref }: SuggestionListProps) {
  const { suggestions, chosen, choose } = completion;
  return (
    <div id={id} role="listbox" aria-label={isOfTags(completion) ? tags : members} className="suggestion-list" ref={ref}>
      {suggestions.map((suggestion, index) => (
        <div
          key={keyOf(suggestion)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className="suggestion-option"
          ref={(option) => {
            if (index === chosen) option?.scrollIntoView({ block: 'nearest' });
          }}
          // Keeps the focus in the field, and an on-screen keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isImeKey(event)) choose(suggestion);
          }}
        >
          <Shown suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

export function SuggestionsFound({ completion }: { completion: Completion }) {
  return (isOfTags(completion) ? tagsFound : membersFound)({ count: completion.suggestions.length });
}

const keyOf = (suggestion: Suggestion): string => (suggestion.kind === 'tag' ? suggestion.tag : suggestion.member.id);

function Shown({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'tag')
    return (
      <span className="truncate font-semibold" dir="auto">
        #{suggestion.tag}
      </span>
    );
  const { avatar_url, name, username } = suggestion.member;
  return (
    <>
      <Avatar src={avatar_url} size={28} />
      <span className="truncate font-semibold" dir="auto">
        {name}
      </span>
      <span className="truncate text-t15 text-ink-meta" dir="ltr">
        @{username}
      </span>
    </>
  );
}
