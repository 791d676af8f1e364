/** Loads the library on first use, because it takes 25 MB of memory. */
export async function loadWebauthn() {
  const [library, helpers] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
  return { ...library, ...helpers };
}
