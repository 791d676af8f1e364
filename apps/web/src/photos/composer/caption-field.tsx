import { type ComponentProps, type KeyboardEvent, useId, useRef } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { CompletionList, listens, positionList } from '~/platform/text/completion-list.tsx';
import { useCompletion } from '~/platform/text/use-completion.ts';
import { TextArea } from '~/platform/ui/field.tsx';

export function CaptionField({ value, ...field }: ComponentProps<typeof TextArea> & { value: string }) {
  const element = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completion = useCompletion({ field: element, text: value, participants: noMembers });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.shiftKey || event.ctrlKey || event.metaKey || !completion.onKey(event.key)) return;
    event.preventDefault();
    // Escape closes the list only, not the dialog.
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

const noMembers = (): [] => [];
