import { takeOut } from '../settings.ts';
import { expect, test } from '../test.ts';

// All other journeys run under the same Content Security Policy, and fail on a violation (see `test.ts`).
test('content injected into a page neither runs nor shows', { tag: '@main' }, async ({ page, complaints }) => {
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(await page.content()).not.toMatch(/<style|\sstyle="/);

  const tries = await page.evaluate(() => {
    const attempt = (what: () => unknown): string => {
      try {
        what();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return {
      markup: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      address: attempt(() => (script.src = 'https://evil.example/a.js')),
      ours: attempt(() => (script.src = '/service-worker.js')),
      worker: attempt(() => new Worker('/media/picture')),
      policy: attempt(() =>
        (globalThis as unknown as { trustedTypes: { createPolicy: (...args: unknown[]) => unknown } }).trustedTypes.createPolicy(
          'mine',
          {},
        ),
      ),
    };
  });
  expect(tries).toEqual({
    markup: 'TypeError',
    address: 'TypeError',
    ours: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
  });

  const shown = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: rgb(1, 2, 3) }';
    document.head.append(style);
    document.body.setAttribute('style', 'background: rgb(4, 5, 6)');
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(shown).not.toContain('rgb(1, 2, 3)');
  expect(shown).not.toContain('rgb(4, 5, 6)');
  await expect.poll(() => complaints.filter((one) => one.includes('the policy stopped')).length).toBeGreaterThan(5);
  takeOut(complaints, /policy|Trusted|Refused|violates|stylesheet/i);
});
