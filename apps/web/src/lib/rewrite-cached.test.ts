import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rewriteCached } from './rewrite-cached.ts';
import { asOnePress } from './use-toggle.ts';

interface Topic {
  is_following: boolean;
}

const queryKey = ['topic'];

/** A topic that is shown, and whose next answers are given one by one. */
function showTopic() {
  const client = new QueryClient();
  const answers: ((topic: Topic) => void)[] = [];
  client.setQueryData(queryKey, { is_following: true });
  const queryFn = () => new Promise<Topic>((resolve) => void answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
  return { client, answers, stop, shown: () => client.getQueryData<Topic>(queryKey) };
}

test('an answer of before a change does not stay: it is asked for again once the change is there', async () => {
  const { client, answers, stop, shown } = showTopic();
  void client.invalidateQueries({ queryKey });
  await expect.poll(() => answers).toHaveLength(1);
  let kept = (): void => undefined;
  const press = asOnePress('follow a', () => new Promise<void>((resolve) => (kept = resolve)));
  rewriteCached(client, { queryKey }, () => ({ is_following: false }));
  answers[0]!({ is_following: true });
  await expect.poll(shown).toEqual({ is_following: true });
  expect(answers).toHaveLength(1);
  kept();
  await press;
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]!({ is_following: false });
  await expect.poll(shown).toEqual({ is_following: false });
  stop();
});

test('where nothing is on its way, nothing is asked for', async () => {
  const { client, answers, stop, shown } = showTopic();
  rewriteCached(client, { queryKey }, () => ({ is_following: false }));
  await new Promise((resolve) => setTimeout(resolve));
  expect([answers.length, shown()]).toEqual([0, { is_following: false }]);
  stop();
});
