const key = 'mbari_push_address';

/** Where pushes to this browser were sent when they were turned on here; null where they are not on. */
export const deviceAddress = (): string | null => localStorage.getItem(key);

export const keepDeviceAddress = (address: string): void => localStorage.setItem(key, address);

export const forgetDeviceAddress = (): void => localStorage.removeItem(key);
