import { expect, test, vi } from 'vitest';
import { showProgress } from './progress.ts';

async function writeProgress(isTTY: boolean): Promise<string[]> {
  const texts: string[] = [];
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (texts.push(String(text)), true));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const result = await showProgress(async ({ onProgress }) => {
      for (const table of ['members', 'photos', 'likes']) onProgress(`Rows: ${table}`);
      vi.advanceTimersByTime(200);
      onProgress('Comparing every row');
      return 'done';
    });
    expect(result).toBe('done');
  } finally {
    vi.useRealTimers();
    write.mockRestore();
    if (before) Object.defineProperty(process.stderr, 'isTTY', before);
    else delete (process.stderr as { isTTY?: boolean }).isTTY;
  }
  return texts;
}

test('a terminal gets one progress line, updated at intervals and cleared at the end', async () => {
  expect(await writeProgress(true)).toEqual(['\r\u001b[KRows: members', '\r\u001b[KComparing every row', '\r\u001b[K']);
});

test('a short command writes no progress to a log', async () => {
  expect(await writeProgress(false)).toEqual([]);
});
