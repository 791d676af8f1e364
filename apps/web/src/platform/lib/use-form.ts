import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallRefused, errorMessage } from './call.ts';
import { toast } from './toast.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

type Texts = Record<string, string>;

interface FormRules<Values extends object> {
  /** Initial or saved values. Without it the fields are uncontrolled, and `send` gets their text. */
  start?: Values;
  /** Validates before sending. Any error prevents it. */
  check?: (values: Values) => FieldErrors;
  /** Called after validation. Returns true to postpone sending for a question or a next step; `submit` then sends. */
  waits?: (values: Values) => boolean;
  /** The form shows the server's errors at their fields, and any other error by `failed` or `onFailure`. */
  send: (values: Values) => Promise<void>;
  done?: string;
  /** Maps an error to fields, instead of the server's own `errors`. */
  errorsOf?: (error: unknown) => FieldErrors;
  /**
   * Handles a refusal that names no field of the form, or a network error. The returned errors replace
   * the server's. Not called for an `EditConflict`.
   */
  onFailure?: (error: unknown) => FieldErrors | void;
  failed?: string;
  /** Called after a 404 or 409: another member acted first. */
  onOutdated?: () => void;
}

/**
 * Form state: values, errors, and one submission at a time. Uses the submit event, because a React
 * action would empty the fields after a refusal. Focuses the first field with an error.
 */
export function useForm<Values extends object = Texts>({
  start,
  check,
  waits,
  send,
  done,
  errorsOf = serverErrors,
  failed = '',
  onFailure = (error) => toast.error(errorMessage(error, failed)),
  onOutdated,
}: FormRules<Values>) {
  const { values, saved, ...rest } = useValues(start);
  // Not a transition, because a transition that waits for an upload would also delay navigation.
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const { errors, setErrors, show } = useErrors();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (submitted: Values, mayWait = false): Promise<boolean> => {
    if (sending.current) return false;
    const invalid = check?.(submitted) ?? {};
    if (Object.keys(invalid).length > 0) {
      show(form.current, invalid);
      return false;
    }
    if (mayWait && waits?.(submitted)) return false;
    sending.current = true;
    setBusy(true);
    setErrors({});
    try {
      await send(submitted);
      if (done !== undefined) toast.success(done);
      saved(submitted);
      return true;
    } catch (error) {
      const isShown = show(form.current, errorsOf(error));
      if (isShown || error instanceof EditConflict) return false;
      const otherErrors = onFailure(error);
      if (otherErrors) setErrors(otherErrors);
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
    /** Submits values without a form element, or after `waits`. Returns whether they were accepted. */
    submit: () => submit(values),
  };
}

function useErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Returns whether a field of the form has an error; the first such field is focused. */
  const show = (form: HTMLFormElement | null, fieldErrors: FieldErrors): boolean => {
    // The error must be rendered before the field takes the focus, so that screen readers announce it.
    flushSync(() => setErrors(fieldErrors));
    return form !== null && focusFirst(form, fieldErrors);
  };
  return { errors, setErrors, show };
}

function useValues<Values extends object>(start: Values | undefined) {
  const [changes, setChanges] = useState<Partial<Values>>({});
  const withStart = (changed: Partial<Values>) => ({ ...start, ...changed }) as Values;
  return {
    values: withStart(changes),
    change: (change: Partial<Values> | ((now: Values) => Partial<Values>)) =>
      setChanges((before) => ({ ...before, ...(typeof change === 'function' ? change(withStart(before)) : change) })),
    /** Compares lists and objects by identity. */
    unsaved: Object.keys(differing(changes, start ?? {})).length > 0,
    discard: () => setChanges({}),
    /** Keeps edits made during the request as unsaved. */
    saved: (submitted: Values) => setChanges((now) => differing(now, submitted)),
  };
}

export const isOutdated = (error: unknown): boolean => error instanceof CallRefused && (error.status === 404 || error.status === 409);

/** Error: another member saved the same fields in the meantime. */
export class EditConflict extends Error {
  readonly untouched: object;

  constructor(untouched: object) {
    super();
    this.untouched = untouched;
  }
}

const serverErrors = (error: unknown): FieldErrors => (error instanceof CallRefused ? error.errors : {});

const textsOf = (form: HTMLFormElement): Texts =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

const differing = <Values extends object>(changes: Partial<Values>, from: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => !Object.is(from[field as keyof Values], value))) as Partial<Values>;

function focusFirst(form: HTMLFormElement, errors: FieldErrors): boolean {
  const field = [...form.elements].find((element) => nameOf(element) in errors);
  if (field instanceof HTMLElement) field.focus();
  return field instanceof HTMLElement;
}

/** A composite field has a hidden input; `data-field` links the two. */
const nameOf = (element: Element): string =>
  element.getAttribute('data-field') ?? (element.getAttribute('type') === 'hidden' ? '' : element.getAttribute('name')) ?? '';
