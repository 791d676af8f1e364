/**
 * Characters that look like a letter from a to z: Unicode's confusables (UTS 39) without right-to-left scripts, plus
 * small capitals and other letters missing there.
 */
const spellings: Record<string, string> = {
  a: 'ɑΑαАаᎪᗅᴀ⍶⍺ꓮ𐊠𖽀',
  b: 'ƀƂƃƄɓʙΒБВЬѢѣҌҍᏏᏴᖯᗷꓐꞴ𐊂𐊡𐌁',
  c: '¢ȼΣςСсҪҫᏟᴄ₡Ⲥⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🝌',
  d: 'ÐĐđƉƌɖɗԁᎠᏧᑯᗞᗪᴅ₫ꓒꓓ',
  e: 'ɆɇΕЕеҽҿᎬᴇ℮⋿ⴹꓰꬲ𐊆𑢦𑢮',
  f: 'ƑƒϜքᖴᵮẝꓝꜰꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓',
  g: 'ƍǤǥɠɡɢԌցᏀᏳᶃꓖ',
  h: 'ĦħɦʜΗНнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ𐋏',
  i: 'ıɨɩɪιіӏᎥᵻᵼ⍳⍸ꙇꭵ𑣃',
  k: 'ƙΚКҚҞᏦᛕᴋ₭ⱩⲔꓗꝀ𐔘',
  l: 'ŁłƖƗƚǀɫɭʟΙІӀᏞᒪᛁ∣⏽│ⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪',
  m: 'ɱΜμϺМмӍᎷᗰᛖᴍᵯ₥Ⲙꓟ𐊰𐌑𑜀𑣣',
  n: 'ƝƞɳɴΝηипոռᵰⲚꓠ𐆎𐔓',
  o: 'ØøƟɵΘΟθοσОоѲѳӨөՕօ०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᎾᏫᴏᴑ⊖⊝⍬Ⲟⲟⴱⵁⵔ〇ꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠𝈚🜔',
  p: 'ƥΡρРрᏢᑭᴘᵽ⍴Ⲣⲣꓑ𐊕',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖',
  s: 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ŦŧƭƮȾΤТтҬᎢᴛᵵ₮⊤⍡⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨',
  u: 'ɄʋυՍսሀᏌᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵᏙᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑢠𑣀𖼈𝈍🜈',
  w: 'ɯѡѽԜԝաᎳᏔᴡ₩ꓪꝡꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  y: '¥ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ𐋵𑢩𑣄𑣥',
};

const letterOf = new Map(Object.entries(spellings).flatMap(([letter, alikes]) => [...alikes].map((alike) => [alike, letter] as const)));

/** Enclosed letters and flags, which Unicode does not decompose. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6];

/** Replaces look-alikes by plain letters and removes marks. Other characters stay. */
export const plainLetters = (text: string): string =>
  [...text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')]
    .map(
      (character) =>
        letterOf.get(character) ?? letterOf.get(character.toUpperCase()) ?? enclosedLetter(character) ?? character.toLowerCase(),
    )
    .join('');

function enclosedLetter(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const first = enclosed.find((from) => code >= from && code < from + 26);
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first);
}

const figures: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  '$': 's',
  '!': 'l',
  '|': 'l',
};
const pairs: Record<string, string> = { rn: 'm', vv: 'w', cl: 'd' };

/** Returns equal text for words that look alike. Only for comparison, never for display. */
export const skeleton = (text: string): string =>
  plainLetters(text)
    .replaceAll(/[0134578@$!|]/g, (figure) => figures[figure] ?? figure)
    .replaceAll('i', 'l')
    .replaceAll(/rn|vv|cl/g, (pair) => pairs[pair]!);
