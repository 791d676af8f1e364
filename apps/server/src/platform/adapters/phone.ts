import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Returns the number in E.164, or null if it is impossible. `countryCode` is a calling code such as +234;
 * a number with its own plus sign must have the same code.
 */
export function internationalPhone(number: string, countryCode: string | null): string | null {
  const parsed = parsePhoneNumberFromString(number, {
    ...(countryCode !== null && { defaultCallingCode: countryCode.slice(1) }),
    extract: false,
  });
  // Checks only the length: numbering plans change faster than libraries.
  if (!parsed?.isPossible()) return null;
  return countryCode === null || `+${parsed.countryCallingCode}` === countryCode ? parsed.number : null;
}
