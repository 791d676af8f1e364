import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { UnsentText } from './unsent-text.tsx';

test('unsent text stays visible with its explanation and can be copied', async () => {
  await renderScreen(<UnsentText title="This topic was deleted" text="Begun" onDiscard={() => undefined} />);
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  expect(screen.getByRole('alert', { name: 'This topic was deleted' })).toBeDefined();
  expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'Begun');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledWith('Begun');
  await expect.poll(shownToasts).toContain('Copied');
});

test('nothing is shown without unsent text', async () => {
  await renderScreen(<UnsentText title="This topic was deleted" text="" onDiscard={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
