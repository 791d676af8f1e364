/** Holds the visitor's input while the page reloads in another language. */
const key = 'mbari_fields';

/** Passwords are never stored. */
const typedFields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('main form input[name]:not([type=hidden], [type=password], [type=checkbox], [readonly])'),
];

export function storeFields(): void {
  const values = Object.fromEntries(typedFields().flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])));
  try {
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, values }));
  } catch {
    // Storage is blocked, so the fields are empty after the reload.
  }
}

export function restoreFields(): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { path: string; values: Record<string, string> } | null;
    sessionStorage.removeItem(key);
    if (stored?.path !== location.pathname) return;
    for (const field of typedFields()) if (field.value === '') field.value = stored.values[field.name] ?? '';
  } catch {
    // Storage is blocked or unreadable.
  }
}
