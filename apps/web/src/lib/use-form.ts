import { type FormEvent, useRef, useState, useTransition } from 'react';
import { CallRefused } from './call.ts';

interface FormRules {
  /** Sends what was typed. What it throws is shown: the server's texts under their fields, anything else by `onFailure`. */
  send: (typed: Record<string, string>) => Promise<void>;
  /** A refusal that names no field of the form, or no answer at all. */
  onFailure: (error: unknown) => void;
}

/**
 * A form of plain fields that keep their own text. It is submitted by an event and not by a React action, which would empty the
 * fields after a refusal. The first field that is wrong takes the focus.
 */
export function useForm({ send, onFailure }: FormRules) {
  const [busy, startSending] = useTransition();
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const sending = useRef(false);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const form = event.currentTarget;
    const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
    startSending(async () => {
      try {
        await send(typed);
        setErrors({});
      } catch (error) {
        const named = error instanceof CallRefused ? error.errors : {};
        setErrors(named);
        const wrong = [...form.elements].find((field) => field instanceof HTMLElement && (field.getAttribute('name') ?? '') in named);
        if (wrong instanceof HTMLElement) wrong.focus();
        else onFailure(error);
      } finally {
        sending.current = false;
      }
    });
  };
  return { onSubmit, busy, errors };
}
