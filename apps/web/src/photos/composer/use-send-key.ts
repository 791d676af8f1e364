import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';

export function useSendKey(form: RefObject<HTMLFormElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  });
  useLayoutEffect(() => {
    const element = form.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [form]);
}
