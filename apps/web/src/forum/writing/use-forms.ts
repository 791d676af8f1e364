import * as words from '@mbari/words/topic-writing';
import { useEffect, useEffectEvent, useState } from 'react';
import { dropTyping } from '~/platform/lib/keyboard.ts';
import { toast } from '~/platform/lib/toast.ts';
import { whenIdle } from '~/platform/lib/when-idle.ts';

const load = async () => {
  const [forms, { ReplyingLine }] = await Promise.all([import('./topic-forms.ts'), import('./replying-line.tsx')]);
  return { ...forms, ReplyingLine };
};

type Forms = Awaited<ReturnType<typeof load>>;

/** Loads the forms after the topic is shown: readers do not wait, and members can write after losing the connection. */
export function useForms(isWanted: boolean, onFailed: () => void): Forms | null {
  const [forms, setForms] = useState<Forms | null>(null);
  const fail = useEffectEvent(() => {
    if (!isWanted) return;
    dropTyping();
    toast.error(words.formFailed);
    onFailed();
  });
  useEffect(() => {
    if (forms !== null) return;
    const fetchForms = () => void load().then(setForms, fail);
    if (isWanted) {
      fetchForms();
      return;
    }
    return whenIdle(fetchForms);
  }, [forms, isWanted]);
  return forms;
}
