import { type Rules, setRules } from '@mbari/contract/moderation/rules';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { testForm } from '~/testing/test-form.tsx';
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
