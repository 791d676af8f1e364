const year = 365 * 24 * 60 * 60;

export const readCookie = (name: string): string | null => new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(document.cookie)?.[1] ?? null;

export function writeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === null ? 0 : year}; samesite=lax${secure}`;
}
