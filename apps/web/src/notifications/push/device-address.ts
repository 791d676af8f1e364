const key = 'mbari_push_address';

/** Push endpoint of this browser, or null if pushes are off. */
export const deviceAddress = (): string | null => localStorage.getItem(key);

export const keepDeviceAddress = (address: string): void => localStorage.setItem(key, address);

export const forgetDeviceAddress = (): void => localStorage.removeItem(key);
