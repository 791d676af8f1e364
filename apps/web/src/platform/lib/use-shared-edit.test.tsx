import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallRefused } from './call.ts';
import { EditConflict } from './use-form.ts';
import { useSharedEdit } from './use-shared-edit.ts';

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
