import * as words from '@mbari/words/unsent-words';
import { useId } from 'react';
import { copyText } from '~/platform/lib/copy-text.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from './button.tsx';
import './version-text.css';

interface UnsentTextProps {
  title: string;
  text: string;
  onDiscard: () => void;
}

export function UnsentText({ title, text, onDiscard }: UnsentTextProps) {
  const id = useId();
  if (text === '') return null;
  const copy = async () => {
    if (await copyText(text)) toast.success(words.copied);
    else toast.error(words.copyFailed);
  };
  return (
    <section className="versions unsent-text" role="alert" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-semibold">
        {title}
      </h2>
      <p className="text-t15">{words.hint}</p>
      <textarea className="field-control" dir="auto" rows={6} readOnly aria-label={words.yourWords} value={text} />
      <div className="flex flex-wrap gap-s3">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button kind="quiet" onClick={onDiscard}>
          {words.discard}
        </Button>
      </div>
    </section>
  );
}
