export interface CountryCode {
  readonly code: `+${number}`;
  readonly iso: string;
}

export type CodeRegion = 'africa' | 'europe' | 'americas' | 'asia-oceania' | 'middle-east';

export const defaultCountryCode = '+234';

/** Calling codes by region. Countries that share a code share an entry. */
export const countryCodes: readonly { readonly region: CodeRegion; readonly codes: readonly CountryCode[] }[] = [
  {
    region: 'africa',
    codes: [
      { code: '+234', iso: 'NG' },
      { code: '+213', iso: 'DZ' },
      { code: '+244', iso: 'AO' },
      { code: '+229', iso: 'BJ' },
      { code: '+237', iso: 'CM' },
      { code: '+225', iso: 'CI' },
      { code: '+20', iso: 'EG' },
      { code: '+251', iso: 'ET' },
      { code: '+233', iso: 'GH' },
      { code: '+254', iso: 'KE' },
      { code: '+223', iso: 'ML' },
      { code: '+212', iso: 'MA' },
      { code: '+227', iso: 'NE' },
      { code: '+250', iso: 'RW' },
      { code: '+221', iso: 'SN' },
      { code: '+27', iso: 'ZA' },
      { code: '+255', iso: 'TZ' },
      { code: '+228', iso: 'TG' },
      { code: '+216', iso: 'TN' },
      { code: '+256', iso: 'UG' },
    ],
  },
  {
    region: 'europe',
    codes: [
      { code: '+32', iso: 'BE' },
      { code: '+33', iso: 'FR' },
      { code: '+49', iso: 'DE' },
      { code: '+353', iso: 'IE' },
      { code: '+39', iso: 'IT' },
      { code: '+31', iso: 'NL' },
      { code: '+48', iso: 'PL' },
      { code: '+351', iso: 'PT' },
      { code: '+34', iso: 'ES' },
      { code: '+46', iso: 'SE' },
      { code: '+41', iso: 'CH' },
      { code: '+44', iso: 'GB' },
    ],
  },
  {
    region: 'americas',
    codes: [
      { code: '+54', iso: 'AR' },
      { code: '+55', iso: 'BR' },
      { code: '+56', iso: 'CL' },
      { code: '+57', iso: 'CO' },
      { code: '+53', iso: 'CU' },
      { code: '+509', iso: 'HT' },
      { code: '+52', iso: 'MX' },
      { code: '+51', iso: 'PE' },
      { code: '+1', iso: 'US' },
    ],
  },
  {
    region: 'asia-oceania',
    codes: [
      { code: '+61', iso: 'AU' },
      { code: '+880', iso: 'BD' },
      { code: '+86', iso: 'CN' },
      { code: '+91', iso: 'IN' },
      { code: '+62', iso: 'ID' },
      { code: '+81', iso: 'JP' },
      { code: '+60', iso: 'MY' },
      { code: '+64', iso: 'NZ' },
      { code: '+92', iso: 'PK' },
      { code: '+63', iso: 'PH' },
      { code: '+65', iso: 'SG' },
      { code: '+82', iso: 'KR' },
    ],
  },
  {
    region: 'middle-east',
    codes: [
      { code: '+972', iso: 'IL' },
      { code: '+961', iso: 'LB' },
      { code: '+974', iso: 'QA' },
      { code: '+966', iso: 'SA' },
      { code: '+90', iso: 'TR' },
      { code: '+971', iso: 'AE' },
    ],
  },
];

export const isCountryCode = (text: string): boolean => countryCodes.some(({ codes }) => codes.some(({ code }) => code === text));
