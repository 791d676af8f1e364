import { type ComponentProps, type KeyboardEvent, useId, useRef } from 'react';
import { CompletionList, listens } from '~/features/mentions/completion-list.tsx';
import { positionList } from '~/features/mentions/position-list.ts';
import { useCompletion } from '~/features/mentions/use-completion.ts';
import { isImeKey } from '~/lib/is-ime-key.ts';
import { TextArea } from '~/ui/field.tsx';

/** The story of a post. Names and tags are completed in it. */
export function CaptionField({ value, ...field }: ComponentProps<typeof TextArea> & { value: string }) {
  const element = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completion = useCompletion({ field: element, text: value, participants: nobody });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.shiftKey || event.ctrlKey || event.metaKey || !completion.onKey(event.key)) return;
    event.preventDefault();
    // Escape closes the list, and not the dialog around it.
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextArea
        {...field}
        {...listens(listId, completion)}
        ref={element}
        value={value}
        onSelect={completion.follow}
        onBlur={completion.leave}
        onKeyDown={onKeyDown}
      />
      <CompletionList id={listId} completion={completion} ref={(list) => positionList(list, element.current, completion.from)} />
    </div>
  );
}

const nobody = (): [] => [];
