import { expect, test } from 'vitest';
import { localTime, normalizeTimeZone } from './languages.ts';

test.each([
  ['Africa/Lagos', 'Africa/Lagos'],
  ['africa/lagos', 'Africa/Lagos'],
  ['UTC', 'UTC'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Mars/Olympus', null],
  ['', null],
  [null, null],
])('the time zone %j is normalised to %j', (name, expected) => expect(normalizeTimeZone(name)).toBe(expected));

test.each([
  ['Africa/Lagos', '2026-11-23T06:00:00Z', { hour: 7, isMonday: true }],
  ['Africa/Lagos', '2026-11-22T23:00:00Z', { hour: 0, isMonday: true }],
  ['America/New_York', '2026-11-23T04:59:00Z', { hour: 23, isMonday: false }],
  ['Asia/Kathmandu', '2026-11-23T01:30:00Z', { hour: 7, isMonday: true }],
  // Summer time ends, so this hour occurs twice.
  ['Europe/London', '2026-10-25T00:30:00Z', { hour: 1, isMonday: false }],
  ['Europe/London', '2026-10-25T01:30:00Z', { hour: 1, isMonday: false }],
])('in %s the local time at %s is %o', (zone, time, local) => expect(localTime(zone, new Date(time))).toEqual(local));
