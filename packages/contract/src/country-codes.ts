export interface CountryCode {
  readonly code: `+${number}`;
  readonly iso: string;
  readonly name: string;
}

export const defaultCountryCode = '+234';

/** The calling codes one can choose from, by region. Countries that share a code share an entry. */
export const countryCodes: readonly { readonly region: string; readonly codes: readonly CountryCode[] }[] = [
  {
    region: 'Africa',
    codes: [
      { code: '+234', iso: 'NG', name: 'Nigeria' },
      { code: '+213', iso: 'DZ', name: 'Algeria' },
      { code: '+244', iso: 'AO', name: 'Angola' },
      { code: '+229', iso: 'BJ', name: 'Benin' },
      { code: '+237', iso: 'CM', name: 'Cameroon' },
      { code: '+225', iso: 'CI', name: 'Côte d’Ivoire' },
      { code: '+20', iso: 'EG', name: 'Egypt' },
      { code: '+251', iso: 'ET', name: 'Ethiopia' },
      { code: '+233', iso: 'GH', name: 'Ghana' },
      { code: '+254', iso: 'KE', name: 'Kenya' },
      { code: '+223', iso: 'ML', name: 'Mali' },
      { code: '+212', iso: 'MA', name: 'Morocco' },
      { code: '+227', iso: 'NE', name: 'Niger' },
      { code: '+250', iso: 'RW', name: 'Rwanda' },
      { code: '+221', iso: 'SN', name: 'Senegal' },
      { code: '+27', iso: 'ZA', name: 'South Africa' },
      { code: '+255', iso: 'TZ', name: 'Tanzania' },
      { code: '+228', iso: 'TG', name: 'Togo' },
      { code: '+216', iso: 'TN', name: 'Tunisia' },
      { code: '+256', iso: 'UG', name: 'Uganda' },
    ],
  },
  {
    region: 'Europe',
    codes: [
      { code: '+32', iso: 'BE', name: 'Belgium' },
      { code: '+33', iso: 'FR', name: 'France' },
      { code: '+49', iso: 'DE', name: 'Germany' },
      { code: '+353', iso: 'IE', name: 'Ireland' },
      { code: '+39', iso: 'IT', name: 'Italy' },
      { code: '+31', iso: 'NL', name: 'Netherlands' },
      { code: '+48', iso: 'PL', name: 'Poland' },
      { code: '+351', iso: 'PT', name: 'Portugal' },
      { code: '+34', iso: 'ES', name: 'Spain' },
      { code: '+46', iso: 'SE', name: 'Sweden' },
      { code: '+41', iso: 'CH', name: 'Switzerland' },
      { code: '+44', iso: 'GB', name: 'United Kingdom' },
    ],
  },
  {
    region: 'Americas',
    codes: [
      { code: '+54', iso: 'AR', name: 'Argentina' },
      { code: '+55', iso: 'BR', name: 'Brazil' },
      { code: '+56', iso: 'CL', name: 'Chile' },
      { code: '+57', iso: 'CO', name: 'Colombia' },
      { code: '+53', iso: 'CU', name: 'Cuba' },
      { code: '+509', iso: 'HT', name: 'Haiti' },
      { code: '+52', iso: 'MX', name: 'Mexico' },
      { code: '+51', iso: 'PE', name: 'Peru' },
      { code: '+1', iso: 'US', name: 'United States, Canada, Jamaica' },
    ],
  },
  {
    region: 'Asia and Oceania',
    codes: [
      { code: '+61', iso: 'AU', name: 'Australia' },
      { code: '+880', iso: 'BD', name: 'Bangladesh' },
      { code: '+86', iso: 'CN', name: 'China' },
      { code: '+91', iso: 'IN', name: 'India' },
      { code: '+62', iso: 'ID', name: 'Indonesia' },
      { code: '+81', iso: 'JP', name: 'Japan' },
      { code: '+60', iso: 'MY', name: 'Malaysia' },
      { code: '+64', iso: 'NZ', name: 'New Zealand' },
      { code: '+92', iso: 'PK', name: 'Pakistan' },
      { code: '+63', iso: 'PH', name: 'Philippines' },
      { code: '+65', iso: 'SG', name: 'Singapore' },
      { code: '+82', iso: 'KR', name: 'South Korea' },
    ],
  },
  {
    region: 'Middle East',
    codes: [
      { code: '+972', iso: 'IL', name: 'Israel' },
      { code: '+961', iso: 'LB', name: 'Lebanon' },
      { code: '+974', iso: 'QA', name: 'Qatar' },
      { code: '+966', iso: 'SA', name: 'Saudi Arabia' },
      { code: '+90', iso: 'TR', name: 'Türkiye' },
      { code: '+971', iso: 'AE', name: 'United Arab Emirates' },
    ],
  },
];

export const isCountryCode = (text: string): boolean => countryCodes.some(({ codes }) => codes.some(({ code }) => code === text));
