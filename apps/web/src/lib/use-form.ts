import { type FormEvent, useRef, useState, useTransition } from 'react';
import { CallRefused } from './call.ts';

interface FormRules {
  /** What can be told before anything is sent: texts by the names of their fields. With any, nothing is. */
  check?: (typed: Record<string, string>) => Record<string, string[]>;
  /** Sends what was typed. What it throws is shown: the server's texts under their fields, anything else by `onFailure`. */
  send: (typed: Record<string, string>) => Promise<void>;
  /** A refusal that names no field of the form, or no answer at all. */
  onFailure: (error: unknown) => void;
}

/**
 * A form of plain fields that keep their own text. It is submitted by an event and not by a React action, which would empty the
 * fields after a refusal. The first field that is wrong takes the focus.
 */
export function useForm({ check, send, onFailure }: FormRules) {
  const [busy, startSending] = useTransition();
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const sending = useRef(false);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const form = event.currentTarget;
    const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
    const wrong = check?.(typed) ?? {};
    if (Object.keys(wrong).length > 0) {
      sending.current = false;
      setErrors(wrong);
      focusFirst(form, wrong);
      return;
    }
    startSending(async () => {
      try {
        await send(typed);
        setErrors({});
      } catch (error) {
        const named = error instanceof CallRefused ? error.errors : {};
        setErrors(named);
        if (!focusFirst(form, named)) onFailure(error);
      } finally {
        sending.current = false;
      }
    });
  };
  return { onSubmit, busy, errors };
}

/** Whether the form has a field of those names. */
function focusFirst(form: HTMLFormElement, named: Record<string, unknown>): boolean {
  const field = [...form.elements].find((element) => nameOf(element) in named);
  if (field instanceof HTMLElement) field.focus();
  return field instanceof HTMLElement;
}

/** A field that shows more than it sends has a hidden one beside it; `data-field` is the name they go by. */
const nameOf = (element: Element): string =>
  element.getAttribute('data-field') ?? (element.getAttribute('type') === 'hidden' ? '' : element.getAttribute('name')) ?? '';
