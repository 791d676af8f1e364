/** The library, loaded when a passkey is first made or used: it takes 25 MB, which a server whose members have none can do without. */
export async function loadWebauthn() {
  const [library, helpers] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
  return { ...library, ...helpers };
}
