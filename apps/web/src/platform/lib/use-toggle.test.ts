import { expect, test } from 'vitest';
import { counted, press } from './use-toggle.ts';

/** Fake server whose responses the test controls. */
function slowServer() {
  const shown: boolean[] = [];
  const sent: boolean[] = [];
  const refused: unknown[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const toggle = (on: boolean) => ({
    key: 'like of a photo',
    on,
    show: (next: boolean) => shown.push(next),
    send: (next: boolean) => {
      sent.push(next);
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
    },
    onRefused: (error: unknown) => refused.push(error),
  });
  return { shown, sent, refused, answers, toggle };
}

test('a press shows at once and is sent once', async () => {
  const { shown, sent, answers, toggle } = slowServer();
  const done = press(toggle(false));
  expect(shown).toEqual([true]);
  answers[0]?.resolve();
  await done;
  expect(sent).toEqual([true]);
});

test('presses made while one is being sent follow it in order, and only where the end differs', async () => {
  const { shown, sent, answers, toggle } = slowServer();
  const done = press(toggle(false));
  void press(toggle(true));
  expect(shown).toEqual([true, false]);
  expect(sent).toEqual([true]);
  answers[0]?.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(sent).toEqual([true, false]);
  answers[1]?.resolve();
  await done;

  const again = press(toggle(false));
  void press(toggle(true));
  void press(toggle(false));
  answers[2]?.resolve();
  await again;
  expect(sent).toEqual([true, false, true]);
});

test('a refusal flips it back', async () => {
  const { shown, refused, answers, toggle } = slowServer();
  const done = press(toggle(false));
  answers[0]?.reject(new Error('no'));
  await done;
  expect(shown).toEqual([true, false]);
  expect(refused).toHaveLength(1);
});

test('a count never falls below nothing', () => {
  expect([counted(1, -1), counted(0, -1), counted(0, 1)]).toEqual([0, 0, 1]);
});
