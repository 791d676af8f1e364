import { type Rules, setRules } from '@mbari/contract/moderation/rules';
import { changeFilters, type Filters } from '@mbari/contract/platform/filters';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { describedBy, testConflict, testForm } from '~/testing/test-form.tsx';
import { FiltersForm } from './filters-form.tsx';
import { RulesEditor } from './rules-editor.tsx';

const aRule = (title: string) => ({ id: 'r1', title, body: '', is_urgent: false });
const rules = (title = '', version = 3) => ({ version, rules: [aRule(title)], changed_at: null }) as unknown as Rules;

testForm('the rules', {
  draw: () => <RulesEditor rules={rules()} />,
  fill: (user) => user.type(screen.getByLabelText('Title'), 'Be kind.'),
  sends: setRules,
  body: { version: 3, rules: [aRule('Be kind.')], ask_again: false },
  answer: { data: rules('Be kind.', 4), message: '' },
  button: 'Save the rules',
  busy: 'Saving...',
  failure: 'The rules could not be saved. Please try again.',
  missing: { field: 'Title', says: 'Give the rule a title.' },
  refusable: { field: 'Title', name: 'rules.0.title' },
});

testConflict('the rules', {
  draw: () => <RulesEditor rules={rules()} />,
  fill: (user) => user.type(screen.getByLabelText('Title'), 'Be kind.'),
  sends: setRules,
  answer: { data: rules('Be kind.', 5), message: '' },
  button: 'Save the rules',
  stored: rules('Be brave.', 4),
  field: 'Rules',
  name: 'rules',
  sent: 'Be kind.',
  input: () => ({ value: `1. ${screen.getByLabelText<HTMLInputElement>('Title').value}` }),
  mine: '1. Be kind.',
  theirs: '1. Be brave.',
});

test('a new rule gets the focus, and moving a rule keeps the focus on its button', async () => {
  fakeServer();
  const { user } = await renderScreen(<RulesEditor rules={rules('Be kind.')} />);
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  expect(document.activeElement).toBe(screen.getAllByLabelText('Title')[1]);
  await user.keyboard('Be brave.');
  await user.click(screen.getByRole('button', { name: 'Move rule 2 up' }));
  expect(screen.getAllByLabelText<HTMLInputElement>('Title').map(({ value }) => value)).toEqual(['Be brave.', 'Be kind.']);
  expect(screen.getByRole('status').textContent).toBe('Now rule 1 of 2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move rule 1 up' }));
});

const filters = {
  version: 3,
  entries: [{ text: 'cheap shoes', action: 'refuse' }],
  new_account_days: 7,
  review_first: 1,
  same_link_accounts: 0,
  changed_at: null,
} as unknown as Filters;
const form = () => <FiltersForm filters={filters} />;
const days = 'How many days an account is new';

testForm('the word filters', {
  draw: form,
  fill: (user) => user.type(screen.getByLabelText('Blocked'), '\n\n crypto.example \ncheap shoes'),
  sends: changeFilters,
  body: {
    version: 3,
    entries: [
      { text: 'cheap shoes', action: 'refuse' },
      { text: 'crypto.example', action: 'refuse' },
    ],
    new_account_days: 7,
    review_first: 1,
    same_link_accounts: 0,
  },
  answer: { data: filters, message: '' },
  button: 'Save changes',
  busy: 'Saving...',
  failure: 'The words and links could not be saved.',
  refusable: { field: days, name: 'new_account_days' },
});

test('a value that is not a whole number gets a field error and the focus, and nothing is sent', async () => {
  const server = fakeServer();
  const { user } = await renderScreen(form());
  await user.type(screen.getByLabelText(days), '.5');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(describedBy(screen.getByLabelText(days))).toContain('Choose a whole number from 0 to');
  expect(document.activeElement).toBe(screen.getByLabelText(days));
  expect(server.bodiesOf(changeFilters)).toEqual([]);
});

test('a line that the server refuses is named at its list, which gets the focus', async () => {
  fakeServer().refuse(changeFilters, { status: 422, errors: { 'entries.1.text': ['This is no link.'] } });
  const { user } = await renderScreen(form());
  await user.type(screen.getByLabelText('Held for review'), 'https://');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('https://: This is no link.');
  expect(describedBy(screen.getByLabelText('Held for review'))).toContain('https://: This is no link.');
  expect(document.activeElement).toBe(screen.getByLabelText('Held for review'));
});

testConflict('the word filters', {
  draw: form,
  fill: (user) => user.type(screen.getByLabelText('Blocked'), ' online'),
  sends: changeFilters,
  answer: { data: filters, message: '' },
  button: 'Save changes',
  stored: { ...filters, entries: [{ text: 'cheap hats', action: 'refuse' }], version: 4 },
  field: 'Blocked',
  name: 'entries',
  mine: 'cheap shoes online',
  theirs: 'cheap hats',
});
