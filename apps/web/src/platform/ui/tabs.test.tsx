import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = [
  { name: 'general', label: 'General' },
  { name: 'notifications', label: 'Notifications' },
  { name: 'security', label: 'Security' },
] as const;

function Settings() {
  const [chosen, setChosen] = useState<(typeof tabs)[number]['name']>('general');
  return <Tabs label="Settings" tabs={tabs} chosen={chosen} onChoose={setChosen} controls="panel" />;
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('exactly one tab is selected, and only it is reached by Tab', async () => {
  render(<Settings />);
  expect(screen.getByRole('tablist', { name: 'Settings' })).toBeTruthy();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('General');
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

test('arrow keys wrap around the tabs, Home and End go to the ends, and the focus follows', async () => {
  render(<Settings />);
  await userEvent.tab();
  const walk: [key: string, tab: string][] = [
    ['ArrowRight', 'Notifications'],
    ['End', 'Security'],
    ['ArrowRight', 'General'],
    ['ArrowLeft', 'Security'],
    ['Home', 'General'],
  ];
  for (const [key, tab] of walk) {
    await userEvent.keyboard(`{${key}}`);
    expect(chosen(), key).toBe(tab);
    expect(document.activeElement?.textContent, key).toBe(tab);
  }
});

test('in a right-to-left language the left arrow selects the next tab', async () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = ''));
  render(<Settings />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('Notifications');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(chosen()).toBe('Security');
});

test('a press selects a tab', async () => {
  render(<Settings />);
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }));
  expect(chosen()).toBe('Security');
});
