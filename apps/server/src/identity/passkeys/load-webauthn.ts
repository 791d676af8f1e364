/** Loaded on first use, because it takes 25 MB. */
export async function loadWebauthn() {
  const [library, helpers] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
  return { ...library, ...helpers };
}
