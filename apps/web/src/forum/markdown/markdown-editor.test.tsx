import { previewMarkdown } from '@mbari/contract/forum/markdown';
import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import type { OnFiles } from './pending-images.ts';

const ada = { id: 'ada', username: 'adaeze', name: 'Adaeze Obi', avatar_url: null, profile: { profile_image: null } } as Author;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listMembers, { data: [], meta: {} } as never);
  signIn('a-token', aMember());
});

function Writing({ start = '', beside, onFiles, onSend }: { start?: string; beside?: boolean; onFiles?: OnFiles; onSend?: () => void }) {
  const [text, setText] = useState(start);
  return (
    <MarkdownEditor
      label="Your text"
      value={text}
      onChange={setText}
      participants={() => [ada]}
      {...(beside && { beside })}
      {...(onFiles && { onFiles })}
      {...(onSend && { onSend })}
    />
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your text');
const button = (name: string) => screen.getByRole('button', { name });

test('Enter continues a list and ends it at an empty item', async () => {
  const { user } = await renderScreen(<Writing />);
  await user.type(field(), '- one{Enter}two{Enter}{Enter}after');
  expect(field().value).toBe('- one\n- two\nafter');
});

test('every change can be undone', async () => {
  const { user } = await renderScreen(<Writing start="a word" />);
  const typed = vi.spyOn(document, 'execCommand');
  field().setSelectionRange(2, 6);
  await user.click(button('Bold'));
  expect(typed.mock.calls).toEqual([['insertText', false, '**word**']]);
  expect(field().value).toBe('a **word**');
  expect([field().selectionStart, field().selectionEnd]).toEqual([4, 8]);
  typed.mockRestore();
});

test('the toolbar formats text even if the browser lacks insertText', async () => {
  const typed = vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await renderScreen(<Writing start="a word" />);
  field().setSelectionRange(2, 6);
  fireEvent.click(button('Italic'));
  expect(field().value).toBe('a _word_');
  typed.mockRestore();
});

test('shortcuts apply formats, and Ctrl+Enter sends', async () => {
  const onSend = vi.fn();
  const { user } = await renderScreen(<Writing start="word" onSend={onSend} />);
  await user.click(field());
  field().setSelectionRange(0, 4);
  await user.keyboard('{Control>}b{/Control}');
  expect(field().value).toBe('**word**');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('the toolbar is one tab stop with arrow keys', async () => {
  const { user } = await renderScreen(<Writing />);
  button('Bold').focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(button('Italic'));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(button('Link'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(button('Bold'));
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Bold')]);
});

test('an @ suggests participants, and Enter inserts one instead of a new line', async () => {
  const { user } = await renderScreen(<Writing />);
  await user.type(field(), '- ask @ada');
  expect(await screen.findByRole('option')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(field().value).toBe('- ask @adaeze ');
});

test('pasting a URL over words makes them a link', async () => {
  const { user } = await renderScreen(<Writing start="the grove" />);
  await user.click(field());
  field().setSelectionRange(4, 9);
  await user.paste('https://example.org/grove');
  expect(field().value).toBe('the [grove](https://example.org/grove)');
});

test('files leave a placeholder while uploading, and text typed meanwhile stays', async () => {
  let arrive: (markdown: string) => void = () => undefined;
  const taken: string[][] = [];
  const onFiles: OnFiles = (files) => {
    taken.push(files.map(({ name }) => name));
    return new Promise((resolve) => (arrive = resolve));
  };
  const { user } = await renderScreen(<Writing start="Look:" onFiles={onFiles} />);
  await user.click(field());
  field().setSelectionRange(5, 5);
  fireEvent.drop(field(), { dataTransfer: { types: ['Files'], files: [new File(['x'], 'vat.jpg', { type: 'image/jpeg' })] } });
  expect(taken).toEqual([['vat.jpg']]);
  expect(field().value).toMatch(/^Look:!\[Adding vat\.jpg…\]\(pending:[0-9a-f]+\)$/);
  await user.keyboard(' and so on');
  arrive('![A vat](photo:01)');
  await expect.poll(() => field().value).toBe('Look:![A vat](photo:01) and so on');
});

test('failed uploads remove their placeholder', async () => {
  const { user } = await renderScreen(<Writing onFiles={() => Promise.reject(new Error('offline'))} />);
  await user.type(field(), 'Look');
  fireEvent.drop(field(), { dataTransfer: { types: ['Files'], files: [new File(['x'], 'vat.jpg')] } });
  await expect.poll(() => field().value).toBe('Look');
});

test('the preview shows the server’s rendering', async () => {
  server.answer(previewMarkdown, { data: { body_html: '<p>A <strong>word</strong></p>' } });
  const { user } = await renderScreen(<Writing start="A **word**" />);
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  expect((await screen.findByText('word')).tagName).toBe('STRONG');
  expect(server.bodiesOf(previewMarkdown)).toEqual([{ body: 'A **word**' }]);
  await user.click(screen.getByRole('tab', { name: 'Write' }));
  expect(field().value).toBe('A **word**');
});

test('remaining characters are announced near the limit, and the field is invalid beyond it', async () => {
  const { user } = await renderScreen(<Writing start={'x'.repeat(limits.forumBody - 1)} />);
  expect(screen.getByText('1 character left')).toBeDefined();
  await user.type(field(), 'yz');
  expect(screen.getByText('1 character too many')).toBeDefined();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

test('the Enter that ends an IME conversion in Safari neither continues a list nor sends', async () => {
  const onSend = vi.fn();
  await renderScreen(<Writing start="- first" onSend={onSend} />);
  field().setSelectionRange(7, 7);
  const untouched = fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, ctrlKey: true });
  expect(untouched).toBe(true);
  expect(field().value).toBe('- first');
  expect(onSend).not.toHaveBeenCalled();
});

test('on a wide screen, the preview appears beside the text, but not beside an empty field', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  server.answer(previewMarkdown, { data: { body_html: '<p>Salt</p>' } });
  const { user } = await renderScreen(<Writing beside />);
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  await user.type(field(), 'Salt');
  expect(await screen.findByRole('region', { name: 'Preview' })).toBeTruthy();
});
