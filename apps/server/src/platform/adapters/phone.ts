import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The number in E.164, or null where it cannot be one. `countryCode` is a calling code such as +234;
 * a number typed with its own plus sign must carry that same code.
 */
export function internationalPhone(number: string, countryCode: string | null): string | null {
  const parsed = parsePhoneNumberFromString(number, {
    ...(countryCode !== null && { defaultCallingCode: countryCode.slice(1) }),
    extract: false,
  });
  // Possible (its length fits), not known to be assigned: numbering plans change faster than libraries.
  if (!parsed?.isPossible()) return null;
  return countryCode === null || `+${parsed.countryCallingCode}` === countryCode ? parsed.number : null;
}
