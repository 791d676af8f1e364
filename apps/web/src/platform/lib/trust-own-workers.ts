interface TrustedTypes {
  defaultPolicy: unknown;
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => unknown;
}

/**
 * The content security policy forbids strings as script addresses (trusted types). This policy allows the workers of our own build.
 * Browsers without trusted types need none.
 */
export function trustOwnWorkers(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes?.defaultPolicy !== null) return;
  trustedTypes.createPolicy('default', {
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, location.href);
      if (origin === location.origin && /^\/(?:assets\/\w+-worker-[\w-]+|service-worker)\.js$/.test(pathname)) return address;
      throw new TypeError(`${pathname} is not one of our workers`);
    },
  });
}
