import { beforeEach, expect, test, vi } from 'vitest';
import { trackPins, pinnedMs, type Pins } from './replica-pins.ts';

let now: number;
let pins: Pins;
beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  pins = trackPins();
  return () => vi.restoreAllMocks();
});
const pass = (ms: number): void => void (now += ms);

test('a member who wrote reads from the primary for two seconds and until a replica has the write', () => {
  pins.hintsConnected();
  pass(pinnedMs);
  expect(pins.mayRead('ada', now)).toBe(true);
  pins.add('ada');
  const wrote = now;
  pass(pinnedMs - 1);
  expect(pins.mayRead('ada', now)).toBe(false);
  expect(pins.mayRead('olu', now)).toBe(true);
  pass(1);
  expect(pins.mayRead('ada', wrote)).toBe(false);
  expect(pins.mayRead('ada', wrote + 1)).toBe(true);
  pins.add('ada');
  expect(pins.mayRead('ada', now + 1)).toBe(false);
});

test('while hints from other nodes are missing, every member counts as having written', () => {
  expect(pins.mayRead('ada', now)).toBe(false);
  expect(pins.mayRead(null, now)).toBe(true);
  pins.hintsConnected();
  pass(pinnedMs);
  expect(pins.mayRead('ada', now)).toBe(true);
  pins.hintsLost();
  pass(pinnedMs * 10);
  expect(pins.mayRead('ada', now)).toBe(false);
  pins.hintsConnected();
  const heardAt = now;
  pass(pinnedMs);
  expect(pins.mayRead('ada', heardAt)).toBe(false);
  expect(pins.mayRead('ada', now)).toBe(true);
});

test('`forgetBefore` forgets only members whose last write was before the time', () => {
  pins.hintsConnected();
  pins.add('ada');
  pass(10);
  pins.add('olu');
  pins.forgetBefore(now);
  pass(pinnedMs);
  expect(pins.mayRead('olu', now - pinnedMs)).toBe(false);
  expect(pins.mayRead('ada', now - pinnedMs)).toBe(true);
});
