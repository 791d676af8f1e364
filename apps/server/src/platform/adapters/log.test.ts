import { expect, test } from 'vitest';
import { openLog, plainLine } from './log.ts';

const linesOf = (write: (log: ReturnType<typeof openLog>) => void): string[] => {
  const lines: string[] = [];
  write(openLog('info', { write: (line) => void lines.push(line) }));
  return lines;
};

test('a log line is JSON with a time, and passwords and tokens are redacted', () => {
  const [line = ''] = linesOf((log) => log.info({ given: { password: 'p', token: 't', name: 'n' } }, 'hello'));
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.stringMatching(/Z$/),
    given: { password: '[Redacted]', token: '[Redacted]', name: 'n' },
    msg: 'hello',
  });
});

test('an error is logged with type, message, code and stack, without the driver’s properties', () => {
  const lostConnection = Object.assign(new TypeError('the connection was lost'), {
    code: '57P01',
    client: { password: 'p', queries: ['select 1'] },
    detail: 'x',
  });
  const [line = ''] = linesOf((log) => log.warn({ err: lostConnection }, 'lost'));
  expect(JSON.parse(line).err).toEqual({
    type: 'TypeError',
    message: 'the connection was lost',
    code: '57P01',
    stack: lostConnection.stack,
  });
});

test('a terminal gets readable log lines', () => {
  const [line = ''] = linesOf((log) => log.info({ request_id: 'x', method: 'GET', route: '/api/v1/me', status: 200 }, 'request'));
  expect(plainLine(line)).toMatch(/^\d\d:\d\d:\d\d request {2}method=GET route=\/api\/v1\/me status=200\n$/);
});

test('a terminal shows a logged error with its stack', () => {
  const [line = ''] = linesOf((log) => log.error({ err: new Error('no room'), request_id: 'x' }, 'request failed'));
  expect(plainLine(line)).toMatch(/ERROR request failed {2}request_id=x\n {2}Error: no room\n\s+at /);
});
