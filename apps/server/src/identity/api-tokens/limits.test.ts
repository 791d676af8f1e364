import { expect, test } from 'vitest';
import { addTestApiToken, addTestMember, startTestApp } from '../../testing/app.ts';

test('calls of tokens have limits of their own, so that a script does not lock its owner out', async () => {
  const app = await startTestApp({ RATE_LIMIT_SCALE: '0.01' });
  try {
    const member = await addTestMember(app);
    const askWith = async (token: string, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n += 1) statuses.push((await app.call('GET', '/me', { token })).status);
      return statuses;
    };
    const [first, second, third] = [
      await addTestApiToken(app, member.id),
      await addTestApiToken(app, member.id),
      await addTestApiToken(app, member.id),
    ];
    // 6 a token, 15 for all tokens of a member.
    expect(await askWith(first, 7)).toEqual([...Array<number>(6).fill(200), 429]);
    expect(await askWith(second, 6)).toEqual(Array(6).fill(200));
    expect(await askWith(third, 4)).toEqual([200, 200, 200, 429]);
    expect(await askWith(member.token, 1)).toEqual([200]);
  } finally {
    await app.close();
  }
});
