/** Reader of environment variables, and a collector of problems. */
export interface Source {
  value: (name: string) => string | undefined;
  problem: (text: string) => void;
}

export function readWhole({ value, problem }: Source, name: string, fallback: number, min: number, max: number): number {
  const text = value(name);
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  problem(`${name} is "${text}", but must be a whole number from ${min} to ${max}.`);
  return fallback;
}

/** Reads a URL. Problems do not quote it, because it may contain a password. */
export function readUrl({ value, problem }: Source, name: string, protocols: string[]): URL | undefined {
  const text = value(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  // A PostgreSQL address may name a socket instead of a host.
  if (url && protocols.includes(url.protocol) && (url.hostname !== '' || url.protocol.startsWith('postgres'))) return url;
  problem(`${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  return undefined;
}
