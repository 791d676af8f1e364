import { expect, test } from 'vitest';
import { hasVisibleText } from './visible-text.ts';

test.each(['Olú', '葛', '👨‍👩‍👧', '🇳🇬', '1️⃣', '…', '٣', 'م', '\u200bA\u200b', '❤️'])('%j has a visible grapheme', (text) =>
  expect(hasVisibleText(text)).toBe(true),
);

test.each([
  ...[
    '',
    ' ',
    '\t\n',
    '\u00a0',
    '\u1680',
    '\u3000',
    '\u200b',
    '\u200d',
    '\u00ad',
    '\ufeff',
    '\u2060',
    '\u034f',
    '\u180e',
    '\u202e\u202c',
    '\u2067\u2069',
  ],
  ...[
    '\u115f',
    '\u1160',
    '\u3164',
    '\uffa0',
    '\u2800',
    '\ufffc',
    '\u{1d159}',
    '\u{13441}',
    '\ufe0f',
    '\u{e0020}',
    '\u{e01ef}',
    '\u0301',
    '\ufff9',
    '\uffff',
  ],
  ...['\ue000', '\u0378', '\u{1bca0}', '\u2028', '\u0085', '\u0000', ' \u3164 \u2800\ufffc\u200d'],
])('%j has no visible grapheme', (text) => expect(hasVisibleText(text)).toBe(false));
