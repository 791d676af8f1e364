import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CallRefused } from './call.ts';
import { type FieldErrors, useForm } from './use-form.ts';

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
