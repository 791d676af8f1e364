import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallRefused, wordsOf } from './call.ts';
import { EditConflict } from './edit-conflict.ts';
import { toast } from './toast.ts';

/** What is wrong, by the names of the fields. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

type Texts = Record<string, string>;

interface FormRules<Values extends object> {
  /** The values that the form opens with, or those that are saved. Without it the fields keep their own text, and `send` gets that. */
  start?: Values;
  /** What is wrong before anything is sent. With any error, nothing is sent. */
  check?: (values: Values) => FieldErrors;
  /** Asked once nothing is wrong. True: something else comes first, a question or the next step, and `submit` sends later. */
  waits?: (values: Values) => boolean;
  /** The form shows the server's errors at their fields, and any other error by `failed` or `onFailure`. */
  send: (values: Values) => Promise<void>;
  /** The toast if it succeeds. */
  done?: string;
  /** What a failure says of which field, where that is not the server's errors as they are. */
  errorsOf?: (error: unknown) => FieldErrors;
  /** A refusal that names no field of the form, or no answer at all. The errors it returns are shown in place of the server's. Not called for an `EditConflict`. */
  onFailure?: (error: unknown) => FieldErrors | void;
  /** The toast for a failure if the server gives no reason. Replaces `onFailure`. */
  failed?: string;
  /** Called after a refusal with 404 or 409: somebody else was faster. */
  onOutdated?: () => void;
}

/**
 * A form: its values, its errors, and one submission at a time. It is submitted by an event and not by a React action, which would
 * empty the fields after a refusal. The first field with an error takes the focus.
 */
export function useForm<Values extends object = Texts>({
  start,
  check,
  waits,
  send,
  done,
  errorsOf = serverErrors,
  failed = '',
  onFailure = (error) => toast.error(wordsOf(error, failed)),
  onOutdated,
}: FormRules<Values>) {
  const { values, saved, ...rest } = useValues(start);
  // A state and no transition: a transition that waits for an upload would delay navigation, too.
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { errors, setErrors, show } = useErrors();
  /** The one that was submitted last. Values that are no form element's have none. */
  const form = useRef<HTMLFormElement>(null);

  const submit = async (sent: Values, mayWait = false): Promise<boolean> => {
    if (sending.current) return false;
    const found = check?.(sent) ?? {};
    if (Object.keys(found).length > 0) {
      show(form.current, found);
      return false;
    }
    if (mayWait && waits?.(sent)) return false;
    sending.current = true;
    setBusy(true);
    // What was wrong before says nothing of what is sent now.
    setErrors({});
    try {
      await send(sent);
      if (done !== undefined) toast.success(done);
      saved(sent);
      return true;
    } catch (error) {
      const shown = show(form.current, errorsOf(error));
      if (shown || error instanceof EditConflict) return false;
      const others = onFailure(error);
      if (others) setErrors(others);
      if (isOutdated(error)) onOutdated?.();
      return false;
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    ...rest,
    values,
    busy,
    errors,
    setErrors,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      form.current = event.currentTarget;
      void submit(start ? values : (textsOf(form.current) as Values), true);
    },
    /** For values without a form element, and after what came first. Answers whether they were sent and accepted. */
    submit: () => submit(values),
  };
}

function useErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Answers whether a field of the form has one, which then has the focus. */
  const show = (form: HTMLFormElement | null, found: FieldErrors): boolean => {
    // A field says what is wrong with it before it takes the focus.
    flushSync(() => setErrors(found));
    return form !== null && focusFirst(form, found);
  };
  return { errors, setErrors, show };
}

function useValues<Values extends object>(start: Values | undefined) {
  const [changes, setChanges] = useState<Partial<Values>>({});
  const withStart = (changed: Partial<Values>) => ({ ...start, ...changed }) as Values;
  return {
    /** As they stand in the form. */
    values: withStart(changes),
    change: (change: Partial<Values> | ((now: Values) => Partial<Values>)) =>
      setChanges((before) => ({ ...before, ...(typeof change === 'function' ? change(withStart(before)) : change) })),
    /** Whether any value is not the one at the start. Lists and objects are compared by identity. */
    unsaved: Object.keys(differing(changes, start ?? {})).length > 0,
    discard: () => setChanges({}),
    /** What was changed while the answer was on its way is still to be sent. */
    saved: (sent: Values) => setChanges((now) => differing(now, sent)),
  };
}

/** Returns whether somebody else was faster. */
export const isOutdated = (error: unknown): boolean => error instanceof CallRefused && (error.status === 404 || error.status === 409);

const serverErrors = (error: unknown): FieldErrors => (error instanceof CallRefused ? error.errors : {});

const textsOf = (form: HTMLFormElement): Texts =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

const differing = <Values extends object>(changes: Partial<Values>, from: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => !Object.is(from[field as keyof Values], value))) as Partial<Values>;

/** Answers whether the form has a field of those names. */
function focusFirst(form: HTMLFormElement, named: FieldErrors): boolean {
  const field = [...form.elements].find((element) => nameOf(element) in named);
  if (field instanceof HTMLElement) field.focus();
  return field instanceof HTMLElement;
}

/** A field that shows more than it sends has a hidden one beside it; `data-field` is the name they go by. */
const nameOf = (element: Element): string =>
  element.getAttribute('data-field') ?? (element.getAttribute('type') === 'hidden' ? '' : element.getAttribute('name')) ?? '';
