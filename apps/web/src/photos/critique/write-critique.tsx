import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/critique';
import { cancel, saving, tryAgain } from '@mbari/words/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';

interface WriteCritiqueProps {
  label: string;
  onSend: (content: string) => Promise<void>;
  onClose: () => void;
}

/** A field for a thread or a reply. A refused text stays in it. */
export function WriteCritique({ label, onSend, onClose }: WriteCritiqueProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending) return;
    if (text.trim() === '') return field.current?.focus();
    setSending(true);
    setError(undefined);
    try {
      await onSend(text.trim());
      onClose();
    } catch (problem) {
      if (showPendingToast(problem)) return onClose();
      const errors = problem instanceof CallRefused ? [problem.errors['content'], problem.errors['critique']].flat() : [];
      setError((problem instanceof CallRefused && (errors.find(Boolean) ?? problem.serverMessage)) || words.sendFailed);
      setSending(false);
    }
  };
  return (
    <form className="critique-form" onSubmit={(event) => void send(event)}>
      <TextArea
        ref={field}
        label={label}
        rows={2}
        maxLength={limits.critiqueText}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (isImeKey(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
          else if (event.key === 'Escape') onClose();
        }}
      />
      <div className="critique-actions">
        <Button type="submit" busy={isSending && saving}>
          {error === undefined ? words.send : tryAgain}
        </Button>
        <Button kind="text" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}
