import { expect, test } from 'vitest';
import { counted, press } from './use-toggle.ts';

/** Fakes a server whose responses the test controls. */
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

test('a press is shown immediately and sent once', async () => {
  const { shown, sent, answers, toggle } = slowServer();
  const pressed = press(toggle(false));
  expect(shown).toEqual([true]);
  answers[0]?.resolve();
  await pressed;
  expect(sent).toEqual([true]);
});

test('presses during a request are sent after it, and only if the final state differs', async () => {
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

test('a refusal reverts the toggle', async () => {
  const { shown, refused, answers, toggle } = slowServer();
  const done = press(toggle(false));
  answers[0]?.reject(new Error('no'));
  await done;
  expect(shown).toEqual([true, false]);
  expect(refused).toHaveLength(1);
});

test('a count never falls below zero', () => {
  expect([counted(1, -1), counted(0, -1), counted(0, 1)]).toEqual([0, 0, 1]);
});
