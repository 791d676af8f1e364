import * as limits from '@mbari/contract/platform/limits';
import { act, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallRefused } from './call.ts';
import { catchTyping, dropTyping } from './keyboard.ts';
import { useDebounced } from './use-debounced.ts';
import { EditConflict, type FieldErrors, useForm } from './use-form.ts';
import { useSharedEdit } from './use-shared-edit.ts';

interface Values {
  title: string;
  story: string;
}

const start: Values = { title: 'Adire', story: '' };
const refused = (errors: Record<string, string[]>) =>
  new CallRefused({ status: 422, body: { message: 'The given data was invalid.', errors }, retryAfter: null });

interface FormProps {
  start?: Values;
  send: (values: Values) => Promise<void>;
  onFailure?: (error: unknown) => FieldErrors | void;
}

/** Renders a form whose start values are reloaded after each submission. */
function LiveForm({ send }: { send: (values: Values) => Promise<void> }) {
  const [loaded, setLoaded] = useState(start);
  return <Form start={loaded} send={(values) => send(values).then(() => setLoaded(values))} />;
}

function Form({ start: from = start, send, onFailure = () => undefined }: FormProps) {
  const { values, change, unsaved, discard, onSubmit, busy, errors } = useForm<Values>({
    start: from,
    check: ({ title }) => ({ ...(title === '' && { title: ['Give it a title.'] }) }),
    send,
    onFailure,
  });
  return (
    <form onSubmit={onSubmit}>
      <input aria-label="Title" name="title" value={values.title} onChange={({ target }) => change({ title: target.value })} />
      <input
        aria-label="Story"
        name="story"
        value={values.story}
        onChange={({ target }) => change((now) => ({ story: `${now.title}: ${target.value}` }))}
      />
      <output>{[unsaved && 'unsaved', busy && 'busy'].filter(Boolean).join(' ')}</output>
      <p role="alert">{Object.values(errors).flat().join(' ')}</p>
      <button type="submit">Save</button>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </form>
  );
}

const state = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;
const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('values are unsaved while they differ from the start', async () => {
  render(<Form send={() => Promise.resolve()} />);
  expect(state()).toBe('');
  await userEvent.type(title(), '!');
  expect(state()).toBe('unsaved');
  await userEvent.type(title(), '{Backspace}');
  expect(state()).toBe('');
});

test('discard restores the start values', async () => {
  render(<Form send={() => Promise.resolve()} />);
  await userEvent.type(title(), ' eleko');
  await press('Discard');
  expect(title().value).toBe('Adire');
  expect(state()).toBe('');
});

test('a change can use the current values', async () => {
  render(<Form send={() => Promise.resolve()} />);
  await userEvent.click(screen.getByLabelText('Story'));
  await userEvent.paste('dipped');
  expect(screen.getByLabelText('Story')).toHaveProperty('value', 'Adire: dipped');
});

test('a validation error prevents sending and focuses the field', async () => {
  const send = vi.fn<(values: Values) => Promise<void>>();
  render(<Form send={send} />);
  await userEvent.clear(title());
  await press('Save');
  expect(alert()).toBe('Give it a title.');
  expect(document.activeElement).toBe(title());
  expect(send).not.toHaveBeenCalled();
});

test('a second submission during the first is ignored', async () => {
  let finish = (): void => undefined;
  const send = vi.fn<(values: Values) => Promise<void>>(() => new Promise((resolve) => (finish = resolve)));
  render(<Form send={send} />);
  await press('Save');
  await press('Save');
  expect(state()).toBe('busy');
  expect(send).toHaveBeenCalledTimes(1);
  finish();
  await expect.poll(state).toBe('');
  await press('Save');
  expect(send).toHaveBeenCalledTimes(2);
});

test('a refusal that names a field is shown there, focuses it, and shows no other error', async () => {
  const onFailure = vi.fn<(error: unknown) => void>();
  render(<Form send={() => Promise.reject(refused({ story: ['Too long.'] }))} onFailure={onFailure} />);
  await press('Save');
  await expect.poll(alert).toBe('Too long.');
  expect(document.activeElement).toBe(screen.getByLabelText('Story'));
  expect(onFailure).not.toHaveBeenCalled();
});

test('any other failure shows the caller’s message', async () => {
  const onFailure = (error: unknown) => ({ form: [error instanceof TypeError ? 'Offline.' : 'Refused.'] });
  render(<Form send={() => Promise.reject(new TypeError('failed'))} onFailure={onFailure} />);
  await press('Save');
  await expect.poll(alert).toBe('Offline.');
});

test('errors disappear when the values are sent again', async () => {
  let finish = (): void => undefined;
  const send = vi.fn<(values: Values) => Promise<void>>().mockRejectedValueOnce(refused({ title: ['Taken.'] }));
  send.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  render(<Form send={send} />);
  await press('Save');
  await expect.poll(alert).toBe('Taken.');
  await press('Save');
  expect(state()).toBe('busy');
  expect(alert()).toBe('');
  finish();
  await expect.poll(state).toBe('');
  expect(alert()).toBe('');
});

/** Renders a form with a confirmation before it sends. */
function AskingForm({ send, errorsOf }: { send: (values: Values) => Promise<void>; errorsOf?: (error: unknown) => FieldErrors }) {
  const [asking, setAsking] = useState(false);
  const [values, setValues] = useState(start);
  const { errors, onSubmit, submit } = useForm<Values>({
    start: values,
    check: ({ title }) => ({ ...(title === '' && { title: ['Give it a title.'] }) }),
    waits: () => {
      setAsking(true);
      return true;
    },
    send,
    ...(errorsOf && { errorsOf }),
    onFailure: () => undefined,
  });
  return (
    <>
      <form onSubmit={onSubmit}>
        <input
          aria-label="Title"
          name="title"
          value={values.title}
          onChange={({ target }) => setValues({ ...values, title: target.value })}
        />
        <p role="alert">{Object.values(errors).flat().join(' ')}</p>
        <button type="submit">Save</button>
      </form>
      {asking && (
        <button type="button" onClick={() => void submit()}>
          Save it anyway
        </button>
      )}
    </>
  );
}

test('a question appears only without errors, and its answer sends the current values', async () => {
  const send = vi.fn<(values: Values) => Promise<void>>(() => Promise.resolve());
  render(<AskingForm send={send} />);
  await userEvent.clear(title());
  await press('Save');
  expect(screen.queryByRole('button', { name: 'Save it anyway' })).toBeNull();
  await userEvent.type(title(), 'Uli');
  await press('Save');
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(title(), '!');
  await press('Save it anyway');
  expect(send.mock.calls).toEqual([[{ title: 'Uli!', story: '' }]]);
});

test('a refusal after a question is shown at a field chosen by the form, and focuses the field', async () => {
  const errorsOf = (error: unknown) => ({ title: [error instanceof TypeError ? 'Offline.' : 'Refused.'] });
  render(<AskingForm send={() => Promise.reject(new TypeError('failed'))} errorsOf={errorsOf} />);
  await press('Save');
  await press('Save it anyway');
  await expect.poll(alert).toBe('Offline.');
  expect(document.activeElement).toBe(title());
});

test('edits made during a request stay unsaved', async () => {
  let finish = (): void => undefined;
  render(<LiveForm send={() => new Promise((resolve) => (finish = resolve))} />);
  await userEvent.type(title(), ' eleko');
  await press('Save');
  await userEvent.type(screen.getByLabelText('Story'), 'x');
  finish();
  await expect.poll(state).toBe('unsaved');
  expect(title().value).toBe('Adire eleko');
  expect(screen.getByLabelText('Story')).toHaveProperty('value', 'Adire eleko: x');
});

interface Page {
  version: number;
  title: string;
  body: string;
}
type Words = Omit<Page, 'version'>;

const page: Page = { version: 1, title: 'Looms', body: 'We weave.' };
const fields = { title: { label: 'Title', text: String }, body: { label: 'Body', text: String } };
const valuesOf = ({ title, body }: Page): Words => ({ title, body });
const refusal = (data: unknown, status = 409) => new CallRefused({ status, body: { data, message: 'No' }, retryAfter: null });

/** Simulates the server's version check. */
function storeOf(stored: Page) {
  const requests: [Words, number | undefined][] = [];
  const send = (values: Words, base: Page | undefined): Promise<Page> => {
    requests.push([values, base?.version]);
    if (base?.version !== stored.version) return Promise.reject(refusal(stored));
    stored = { ...values, version: stored.version + 1 };
    return Promise.resolve(stored);
  };
  return { sent: requests, send, stored: () => stored };
}

const edit = (read: Page | undefined = page) => renderHook(() => useSharedEdit({ read, valuesOf, fields })).result;

test('an edit is sent with its base version, and the next one with the stored version', async () => {
  const store = storeOf(page);
  const shared = edit();
  for (const title of ['Kilns', 'Drums']) await act(() => shared.current.save({ ...valuesOf(shared.current.base!), title }, store.send));
  expect(store.sent.map(([, version]) => version)).toEqual([1, 2]);
  expect(store.stored()).toEqual({ version: 3, title: 'Drums', body: 'We weave.' });
});

test('a change by another member in another field is merged without a question', async () => {
  const store = storeOf({ version: 2, title: 'Looms', body: 'They dye.' });
  const shared = edit();
  await act(() => shared.current.save({ title: 'Kilns', body: 'We weave.' }, store.send));
  expect(store.stored()).toEqual({ version: 3, title: 'Kilns', body: 'They dye.' });
  expect(shared.current.conflict).toBeNull();
});

test('an edit whose response was lost is no conflict', async () => {
  const store = storeOf({ version: 2, title: 'Kilns', body: 'We weave.' });
  const shared = edit();
  await act(() => shared.current.save({ title: 'Kilns', body: 'We weave.' }, store.send));
  expect(shared.current.conflict).toBeNull();
});

test('if both members changed a field, both versions are offered, and the other member’s other changes are merged', async () => {
  const store = storeOf({ version: 2, title: 'Their looms', body: 'They dye.' });
  const shared = edit();
  const ownVersion = { title: 'My looms', body: 'We weave.' };
  const failure = await act(() => shared.current.save(ownVersion, store.send).catch((error: unknown) => error));
  expect(failure).toBeInstanceOf(EditConflict);
  expect((failure as EditConflict).untouched).toEqual({ body: 'They dye.' });
  expect(shared.current.fieldsOf(ownVersion)).toEqual([{ label: 'Title', mine: 'My looms', theirs: 'Their looms' }]);
  let hadToChoose = false;
  act(() => void (hadToChoose = shared.current.mustChoose()));
  expect(hadToChoose).toBe(true);
  act(() => shared.current.mine());
  await act(() => shared.current.save({ title: 'My looms', body: 'They dye.' }, store.send));
  expect(store.stored()).toEqual({ version: 3, title: 'My looms', body: 'They dye.' });
});

test('taking their version replaces the conflicting fields and ends the choice', async () => {
  const store = storeOf({ version: 2, title: 'Their looms', body: 'We weave.' });
  const shared = edit();
  await act(() => shared.current.save({ title: 'My looms', body: 'I spin.' }, store.send).catch(() => undefined));
  let theirs: Partial<Words> = {};
  act(() => void (theirs = shared.current.theirs()));
  expect(theirs).toEqual({ title: 'Their looms' });
  expect(shared.current.conflict).toBeNull();
});

test('a third version saved during the choice is also shown', async () => {
  const shared = edit();
  const refuse = (stored: Page) => (): Promise<Page> => Promise.reject(refusal(stored));
  const ownVersion = { title: 'My looms', body: 'We weave.' };
  for (const [version, title] of [
    [2, 'Their looms'],
    [3, 'Still theirs'],
  ] as const) {
    await act(() => shared.current.save(ownVersion, refuse({ version, title, body: 'We weave.' })).catch(() => undefined));
    expect(shared.current.fieldsOf(ownVersion)).toEqual([{ label: 'Title', mine: 'My looms', theirs: title }]);
    act(() => shared.current.mine());
  }
});

test.each([
  ['a conflict without a stored version', refusal(null)],
  ['a refusal of another kind', refusal(page, 422)],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s is thrown unchanged', async (_, error) => {
  const shared = edit();
  const failure = await act(() => shared.current.save(valuesOf(page), () => Promise.reject(error)).catch((caught: unknown) => caught));
  expect(failure).toBe(error);
  expect(shared.current.conflict).toBeNull();
});

test('new content is sent without a version', async () => {
  const requests: unknown[] = [];
  const { result } = renderHook(() => useSharedEdit({ read: undefined as Page | undefined, valuesOf, fields }));
  await act(() =>
    result.current.save({ title: 'Kilns', body: '' }, (_, base) => {
      requests.push(base);
      return Promise.resolve();
    }),
  );
  expect(requests).toEqual([undefined]);
});

describe('use debounced', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the value changes 300 milliseconds after the last input', () => {
    const { result, rerender } = renderHook(({ typed }) => useDebounced(typed, limits.searchDebounce), { initialProps: { typed: '' } });
    const pass = (time: number): void => act(() => void vi.advanceTimersByTime(time));
    rerender({ typed: 'a' });
    pass(299);
    rerender({ typed: 'am' });
    pass(299);
    expect(result.current).toBe('');
    pass(1);
    expect(result.current).toBe('am');
  });
});

describe('catch typing', () => {
  afterEach(() => document.body.replaceChildren());

  function addField(): HTMLInputElement {
    const field = document.createElement('input');
    field.type = 'search';
    document.body.append(field);
    return field;
  }

  test('a field that loads late gets every letter typed before it loaded', async () => {
    catchTyping('Search');
    await userEvent.keyboard('adi');
    const field = addField();
    field.focus();
    await expect.poll(() => field.value).toBe('adi');
    await userEvent.keyboard('re');
    expect(field.value).toBe('adire');
    expect(document.querySelector('textarea')).toBeNull();
  });

  test('Escape and moving the focus elsewhere discard the typed text', async () => {
    catchTyping('Search');
    await userEvent.keyboard('adire{Escape}');
    expect(document.querySelector('textarea')).toBeNull();
    catchTyping('Search');
    await userEvent.keyboard('adire');
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    expect(document.querySelector('textarea')).toBeNull();
  });

  test('Escape and a field that fails to load restore the focus', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    for (const drop of [() => userEvent.keyboard('{Escape}'), () => Promise.resolve(dropTyping())]) {
      button.focus();
      catchTyping('Search');
      expect(document.activeElement?.ariaLabel).toBe('Search');
      await userEvent.keyboard('adire');
      await drop();
      expect(document.activeElement).toBe(button);
      expect(document.querySelector('textarea')).toBeNull();
    }
  });

  test('discarding typed text without a hidden field does not move the focus', () => {
    const field = addField();
    field.focus();
    dropTyping();
    expect(document.activeElement).toBe(field);
  });
});
