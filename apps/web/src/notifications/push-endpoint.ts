const storageKey = 'mbari_push_address';

/** Push endpoint of this browser, or null if pushes are off. */
export const readPushEndpoint = (): string | null => localStorage.getItem(storageKey);

export const storePushEndpoint = (endpoint: string): void => localStorage.setItem(storageKey, endpoint);

export const clearPushEndpoint = (): void => localStorage.removeItem(storageKey);
