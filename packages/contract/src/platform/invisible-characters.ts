import { blank } from './visible-text.ts';

const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
const cursive = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Mong}\p{scx=Phag}\p{scx=Mand}\p{scx=Rohg}`;
const indic = String.raw`\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}`;
const virama = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA`;

/** Invisible characters that are needed in context. */
const exceptions = [
  // Tag sequences of the flags of England, Scotland and Wales.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  `${emoji}(?:\\u200D${emoji})*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  // Variation selectors of Chinese characters, used in family names.
  String.raw`(?<=\p{Unified_Ideograph})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  // Joiners that spelling requires in these scripts.
  `(?<=[${cursive}])[\\u200C\\u200D](?=[${cursive}])`,
  `(?<=[${indic}])[\\u200C\\u200D](?=[${indic}])`,
  `(?<=[${virama}])[\\u200C\\u200D]`,
];
/** Controls, bidirectional controls and characters that render as nothing. */
const invisible = String.raw`[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB${blank}]`;

const pattern = new RegExp(`(${exceptions.join('|')})|${invisible}`, 'gu');

/** Removes invisible characters except those that emoji sequences and scripts require. */
export const removeInvisible = (text: string): string => text.replaceAll(pattern, (_, exception: string | undefined) => exception ?? '');
