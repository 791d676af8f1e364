import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { currentNumber } from './current-number.ts';
import { TopicBar } from './topic-bar.tsx';

test('the bar names the topic, its category and the position', async () => {
  const rail = {
    current: currentNumber(3),
    last: 40,
    news: null,
    firstAt: '',
    latestAt: '',
    dayOf: () => undefined,
    onJump: () => undefined,
  };
  await renderScreen(
    <TopicBar topic={{ title: 'Which wax?', category: { id: 'c1', name: 'Craft', slug: 'craft' } as never }} rail={rail} />,
  );
  expect(screen.getByRole('button', { name: 'Which wax? Post 3 of 40 · Craft Go to another post' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Craft' })).toBeTruthy();
});
