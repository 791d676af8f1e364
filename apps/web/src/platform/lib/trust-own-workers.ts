interface TrustedTypes {
  defaultPolicy: unknown;
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => unknown;
}

/**
 * Allows the workers of our own build under the trusted types policy, which forbids strings as script
 * addresses. Browsers without trusted types need no policy.
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
