import { blank } from './is-seen.ts';

const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;

const cursive = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Mong}\p{scx=Phag}\p{scx=Mand}\p{scx=Rohg}`;

const indic = String.raw`\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}`;

const virama = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA`;

/** Characters that are not seen and are needed where they stand. */
const needed = [
  // The flags of England, Scotland and Wales are spelt in tags.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  `${emoji}(?:\\u200D${emoji})*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  // Of one Chinese character written in several ways, the one that a family writes.
  String.raw`(?<=\p{Unified_Ideograph})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  // Whether two letters join is a matter of spelling in these scripts.
  `(?<=[${cursive}])[\\u200C\\u200D](?=[${cursive}])`,
  `(?<=[${indic}])[\\u200C\\u200D](?=[${indic}])`,
  `(?<=[${virama}])[\\u200C\\u200D]`,
];

/** Controls, what turns the direction of writing, and what takes no room or shows nothing. */
const unseen = String.raw`[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB${blank}]`;

const both = new RegExp(`(${needed.join('|')})|${unseen}`, 'gu');

/** Without the characters that nobody sees, but for those that emoji are joined by and that scripts are spelt with. */
export const visible = (text: string): string => text.replaceAll(both, (_, kept: string | undefined) => kept ?? '');
